import { atom } from 'jotai/vanilla'
import { userAtom } from '../sign-in/session'
import { type Lane, neighbourMs, nextFilmMs } from './lanes'
import { reviewCursorAtom, reviewLanesAtom, reviewTimeAtom } from './review'

/** Films that play side by side: more decoders than this make an ordinary laptop stumble. */
export const MOST_SIDE_BY_SIDE = 4

export const speeds = [1, 2, 4, 8, 16] as const
export type Speed = (typeof speeds)[number]

export const speedAtom = atom<Speed>(1)

/** The clock of the films. */
export type Playback =
  /** Nothing was played yet: no film shows. */
  | { readonly phase: 'closed' }
  | { readonly phase: 'playing' }
  | { readonly phase: 'paused' }
  /** Nothing was recorded from here on. */
  | { readonly phase: 'over' }

const stateAtom = atom<Playback>({ phase: 'closed' })
export const playbackAtom = atom(
  (get): Playback => (get(reviewTimeAtom) === null ? { phase: 'closed' } : get(stateAtom)),
)

interface Choice {
  readonly user: string | null
  readonly cameraIds: readonly string[]
}

const choiceAtom = atom<Choice | null>(null)

const hasFilm = ({ lengthsMs }: Lane) => lengthsMs.some((lengthMs) => lengthMs > 0)

/** Cameras whose films show; until somebody chooses, the first that recorded anything. */
export const shownCameraIdsAtom = atom((get): readonly string[] => {
  const choice = get(choiceAtom)
  const lanes = get(reviewLanesAtom)
  if (choice !== null && choice.user === get(userAtom)) {
    const there = choice.cameraIds.filter((id) => lanes.some(({ cameraId }) => cameraId === id))
    if (there.length > 0) return there
  }
  return lanes
    .filter(hasFilm)
    .slice(0, MOST_SIDE_BY_SIDE)
    .map(({ cameraId }) => cameraId)
})

/** Shows or hides the films of a camera; the last one stays, and no more than can be decoded are taken. */
export const toggleCameraAtom = atom(null, (get, set, cameraId: string) => {
  const shown = get(shownCameraIdsAtom)
  const others = shown.filter((id) => id !== cameraId)
  const isShown = others.length < shown.length
  if (isShown ? others.length === 0 : shown.length >= MOST_SIDE_BY_SIDE) return
  set(choiceAtom, { user: get(userAtom), cameraIds: isShown ? others : [...shown, cameraId] })
})

export const shownLanesAtom = atom((get) => {
  const shown = get(shownCameraIdsAtom)
  return get(reviewLanesAtom).filter(({ cameraId }) => shown.includes(cameraId))
})

/** Plays from a moment on, or from the first film after it. */
export const playFromAtom = atom(null, (get, set, atMs: number) => {
  const next = nextFilmMs(get(shownLanesAtom), atMs)
  set(reviewCursorAtom, next ?? atMs)
  set(stateAtom, { phase: next === null ? 'over' : 'playing' })
})

/** Plays a camera from a moment on; it comes among those that show, in the place of the last where these are full. */
export const playCameraFromAtom = atom(null, (get, set, cameraId: string, atMs: number) => {
  const shown = get(shownCameraIdsAtom)
  if (!shown.includes(cameraId)) {
    const cameraIds = [...shown.slice(0, MOST_SIDE_BY_SIDE - 1), cameraId]
    set(choiceAtom, { user: get(userAtom), cameraIds })
  }
  set(playFromAtom, atMs)
})

/** The same from where the line stands. */
export const playCameraHereAtom = atom(null, (get, set, cameraId: string) =>
  set(playCameraFromAtom, cameraId, get(reviewCursorAtom)),
)

export const togglePlayingAtom = atom(null, (get, set) => {
  if (get(playbackAtom).phase === 'playing') set(stateAtom, { phase: 'paused' })
  else set(playFromAtom, get(reviewCursorAtom))
})

export const closePlaybackAtom = atom(null, (_get, set) => set(stateAtom, { phase: 'closed' }))

/** The clock goes on by so much of real time. What nobody recorded takes none: a night without events is over at once. */
export const tickAtom = atom(null, (get, set, passedMs: number) => {
  if (get(playbackAtom).phase !== 'playing') return
  const atMs = get(reviewCursorAtom) + passedMs * get(speedAtom)
  const next = nextFilmMs(get(shownLanesAtom), atMs)
  if (next === null) set(stateAtom, { phase: 'over' })
  else set(reviewCursorAtom, next)
})

/** On to the next event of any camera, or back to the one before; false: there is none. Films that play go on from there. */
export const stepEventAtom = atom(null, (get, set, by: 1 | -1): boolean => {
  const atMs = neighbourMs(get(reviewLanesAtom), get(reviewCursorAtom), by)
  if (atMs === null) return false
  set(reviewCursorAtom, atMs)
  if (get(stateAtom).phase === 'over') set(stateAtom, { phase: 'paused' })
  return true
})

/** The line is dragged: stills show, and no film runs after it. */
export const scrubAtom = atom(null, (_get, set, atMs: number) => {
  set(stateAtom, { phase: 'closed' })
  set(reviewCursorAtom, atMs)
})
