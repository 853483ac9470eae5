import { atom, type createStore } from 'jotai/vanilla'
import type { ShownSize } from '../../contract/live/live'
import { without } from '../maps'
import { servicesAtom } from '../services'
import { CameraViewer } from './camera-viewer'
import type { Viewing } from './viewing'

const closed: Viewing = { phase: 'closed' }

const shownAtom = atom<ReadonlyMap<string, Viewing>>(new Map<string, Viewing>())

/** What a place shows. */
export function viewingAtomOf(place: string) {
  return atom((get): Viewing => get(shownAtom).get(place) ?? closed)
}

const showAtom = atom(null, (_get, set, place: string, viewing: Viewing) =>
  set(shownAtom, (all) => (viewing.phase === 'closed' ? without(all, place) : new Map(all).set(place, viewing))),
)

/** Who looks, by place; one map a store. */
const viewersAtom = atom(() => new Map<string, CameraViewer>())

/** The viewer of a place that is open, for what somebody does there (`acting.ts`). */
export const viewerOfAtom = atom(
  null,
  (get, _set, place: string): CameraViewer | null => get(viewersAtom).get(place) ?? null,
)

type Store = ReturnType<typeof createStore>

export interface ViewerPlace {
  readonly place: string
  readonly cameraId: string
  /** Else they are not told: they come twice a second, and each has the place drawn anew. */
  readonly areFiguresShown?: boolean
}

/**
 * Looks through a camera at one place of the screen, until the returned function ends it. What comes of it is in
 * `viewingAtomOf`; it begins anew by itself whenever it broke off (LIVE-72).
 */
export function viewCamera(store: Store, of: ViewerPlace, size: ShownSize) {
  const { place, cameraId, areFiguresShown = false } = of
  const viewers = store.get(viewersAtom)
  viewers.get(place)?.end()
  const one = new CameraViewer(store, { cameraId, areFiguresShown, size }, (viewing) => {
    if (viewers.get(place) === one) store.set(showAtom, place, viewing)
  })
  viewers.set(place, one)
  one.begin()
  const { after, showToast } = store.get(servicesAtom)
  const ending = new AbortController()
  one.listen((news) => {
    if (news.kind === 'act-refused') showToast({ kind: 'warning', text: news.message })
  }, ending.signal)
  let cancelResize: () => void = () => undefined
  return {
    resize(next: ShownSize): void {
      cancelResize()
      cancelResize = after(RESIZE_DEBOUNCE_MS, () => one.resize(next))
    },
    end(): void {
      cancelResize()
      one.end()
      ending.abort()
      if (viewers.get(place) !== one) return
      viewers.delete(place)
      store.set(showAtom, place, closed)
    },
  }
}

/** A window that is drawn larger tells its size once, at the end. */
const RESIZE_DEBOUNCE_MS = 300
