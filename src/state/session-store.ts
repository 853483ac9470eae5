import type { StoredSession, TokenStore } from '../api/token-store'

/** The part of localStorage that is used; tests put a map here. */
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Keeps a text that can be done without: a storage that is full or shut is no reason to fail. */
export function keepText(storage: KeyValueStorage, key: string, text: string): void {
  try {
    if (storage.getItem(key) !== text) storage.setItem(key, text)
  } catch {
    // The next page begins without it.
  }
}

/** Keys of the session data (SESS-01). */
const KEYS = { token: 'token', refreshToken: 'refreshToken', workspaceId: 'workspaceId', destination: 'destination' }

/** First-run tours, by the flag that keeps them (TOUR-06). */
const TOUR_FLAGS = { dashboard: 'showDashboardTutorial', cameras: 'showCamerasTutorial' }
export type TourName = keyof typeof TOUR_FLAGS

type Changer = 'this-tab' | 'another-tab'
type SessionListener = (by: Changer) => void

/** The session in local storage. Reads go to the storage itself, since another tab may have changed it. */
export class SessionStore implements TokenStore {
  readonly #storage: KeyValueStorage
  readonly #listeners = new Set<SessionListener>()

  constructor(storage: KeyValueStorage) {
    this.#storage = storage
  }

  read(): StoredSession | null {
    const token = this.#storage.getItem(KEYS.token)
    if (!token) return null
    return {
      token,
      refreshToken: this.#storage.getItem(KEYS.refreshToken),
      workspaceId: this.#storage.getItem(KEYS.workspaceId),
    }
  }

  signIn(token: string, refreshToken: string, workspaceId: string): void {
    this.#storage.setItem(KEYS.token, token)
    this.#storage.setItem(KEYS.refreshToken, refreshToken)
    this.#storage.setItem(KEYS.workspaceId, workspaceId)
    this.#tell('this-tab')
  }

  replaceTokens(token: string, refreshToken: string): void {
    this.#storage.setItem(KEYS.token, token)
    this.#storage.setItem(KEYS.refreshToken, refreshToken)
    // Nobody comes or goes by it: where the session is somebody else's than this tab knew, another tab let them in.
    this.#tell('another-tab')
  }

  /** Removes token, refreshToken and workspaceId (NAV-24). */
  clear(): void {
    this.#storage.removeItem(KEYS.token)
    this.#storage.removeItem(KEYS.refreshToken)
    this.#storage.removeItem(KEYS.workspaceId)
    this.#tell('this-tab')
  }

  /** Path and query to return to after sign-in (NAV-12). */
  saveDestination(path: string): void {
    this.#storage.setItem(KEYS.destination, path)
  }

  /** The stored destination, cleared; only paths of this app count. */
  takeDestination(): string | null {
    const destination = this.#storage.getItem(KEYS.destination)
    this.#storage.removeItem(KEYS.destination)
    return destination !== null && /^\/(?![/\\])/.test(destination) ? destination : null
  }

  /** Tours are on by default; only 'false' says that one was seen. */
  isTourWanted(tour: TourName): boolean {
    return this.#storage.getItem(TOUR_FLAGS[tour]) !== 'false'
  }

  /** Kept over sign-outs: whoever uses this browser has seen it. */
  endTour(tour: TourName): void {
    this.#storage.setItem(TOUR_FLAGS[tour], 'false')
  }

  subscribe(listener: SessionListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Called when another tab has changed the storage; a tab that slept hears of it late. */
  changed(): void {
    this.#tell('another-tab')
  }

  #tell(by: Changer): void {
    for (const listener of this.#listeners) listener(by)
  }
}
