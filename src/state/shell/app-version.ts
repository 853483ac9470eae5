import { atom } from 'jotai/vanilla'

/** What a browser that keeps the app does for a page of it. */
export interface AppKeeper {
  /** Asks the hub for a newer version; never rejects. */
  look(): Promise<void>
  /** Loads the page anew, by the newest version. */
  reload(): void
  /** Whether nobody has touched the page for so long, and nothing half typed stands in it. */
  isLeftAlone(forMs: number): boolean
}

/** null: this browser does not keep the app, or not yet. */
export const appKeeperAtom = atom<AppKeeper | null>(null)

/** Whether the next page would be of another version than this one. */
export const isNewVersionHereAtom = atom(false)

/** Whether a screen shows: what the first page of a version has to come to. */
export const isScreenShownAtom = atom(false)

/** Whether the worker that keeps the app was told so: a page that is left says it no more. */
export const isStartToldAtom = atom(false)

/** Somebody wants the new version now. */
export const takeNewVersionAtom = atom(null, (get) => get(appKeeperAtom)?.reload())
