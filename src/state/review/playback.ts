import { atom } from 'jotai/vanilla'
import { selectAtom } from 'jotai/vanilla/utils'
import { hubNowMsAtom } from '../hub/hub-ahead'
import { userAtom } from '../sign-in/session'
import { type Lane, neighbourMs, nextFilmMs } from './lanes'
import {
  goToMomentAtom,
  isHourAwaitedAtom,
  reviewCursorAtom,
  reviewDaySpanAtom,
  reviewLanesAtom,
  reviewSpanAtom,
  reviewTimeAtom,
  toldSpanAtom,
} from './review'

/** Films that play side by side: more decoders than this make an ordinary laptop stumble. */
const MOST_SIDE_BY_SIDE = 4

export const speeds = [1, 2, 4, 8, 16] as const
export type Speed = (typeof speeds)[number]

export const speedAtom = atom<Speed>(1)

/** The clock of the films. */
export type Playback =
  /** Nothing was played yet: no film shows. */
  | { readonly phase: 'closed' }
  | { readonly phase: 'playing' }
  | { readonly phase: 'paused' }
  /** Nothing was recorded from here on, as far as is told of the day. */
  | { readonly phase: 'over'; readonly isMoreUntold: boolean }

/** One object, as it is set with every frame. */
const playing: Playback = { phase: 'playing' }

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

/** Cameras that recorded anything in the time that shows; null: that is not known yet. */
const toldFilmingIdsAtom = atom((get): readonly string[] | null => {
  const time = get(reviewTimeAtom)
  if (time === null || get(isHourAwaitedAtom)) return null
  return time.lanes.filter(hasFilm).map(({ cameraId }) => cameraId)
})

/** As was told last: while an hour is fetched the stage stays as it was. */
const lastFilmingIdsAtom = selectAtom(
  toldFilmingIdsAtom,
  (told, before?: readonly string[]): readonly string[] => told ?? before ?? [],
)

/** Those of them that have a lane: the day may be another. */
const filmingIdsAtom = atom((get): readonly string[] => {
  const lanes = get(reviewLanesAtom)
  return get(lastFilmingIdsAtom).filter((id) => lanes.some(({ cameraId }) => cameraId === id))
})

export const isAnyFilmAtom = atom((get) => get(filmingIdsAtom).length > 0)

/** Cameras whose films show; until somebody chooses, the first that recorded anything. */
export const shownCameraIdsAtom = atom((get): readonly string[] => {
  const choice = get(choiceAtom)
  const lanes = get(reviewLanesAtom)
  if (choice !== null && choice.user === get(userAtom)) {
    const there = choice.cameraIds.filter((id) => lanes.some(({ cameraId }) => cameraId === id))
    if (there.length > 0) return there
  }
  return get(filmingIdsAtom).slice(0, MOST_SIDE_BY_SIDE)
})

/** Shows a moment of a camera, as messages name them; null: of those that recorded anything then. */
export const openMomentAtom = atom(null, (get, set, atMs: number, cameraId: string | null) => {
  if (!set(goToMomentAtom, atMs)) return
  if (get(stateAtom).phase !== 'closed') set(stateAtom, { phase: 'paused' })
  if (cameraId !== null) set(choiceAtom, { user: get(userAtom), cameraIds: [cameraId] })
})

/** `full`: as many show as can. `last`: no other shows. */
export type CameraToggle = 'taken' | 'full' | 'last'

/** Shows or hides the films of a camera; the last one stays, and no more than can be decoded are taken. */
export const toggleCameraAtom = atom(null, (get, set, cameraId: string): CameraToggle => {
  const shown = get(shownCameraIdsAtom)
  const others = shown.filter((id) => id !== cameraId)
  const isShown = others.length < shown.length
  if (isShown && others.length === 0) return 'last'
  if (!isShown && shown.length >= MOST_SIDE_BY_SIDE) return 'full'
  set(choiceAtom, { user: get(userAtom), cameraIds: isShown ? others : [...shown, cameraId] })
  return 'taken'
})

export const shownLanesAtom = atom((get) => {
  const shown = get(shownCameraIdsAtom)
  return get(reviewLanesAtom).filter(({ cameraId }) => shown.includes(cameraId))
})

/** Whether there may be events after all that is told of the day, or with -1 before it. */
const isMoreUntoldAtom = atom(null, (get, _set, by: 1 | -1): boolean => {
  const [told, day] = [get(toldSpanAtom), get(reviewDaySpanAtom)]
  if (by === -1) return told.fromMs > day.fromMs
  return told.untilMs < Math.min(day.untilMs, get(hubNowMsAtom)())
})

/** Plays what is at a moment or comes next. Where an hour is told by itself, the next hour comes after its last film (REV-04). */
const playOnAtom = atom(null, (get, set, atMs: number) => {
  if (get(isHourAwaitedAtom)) {
    // The clock stands until it is known what comes next.
    set(reviewCursorAtom, atMs)
    set(stateAtom, playing)
    return
  }
  const isMoreUntold = set(isMoreUntoldAtom, 1)
  const { untilMs } = get(toldSpanAtom)
  const nextHourMs = isMoreUntold && untilMs >= get(reviewSpanAtom).untilMs ? untilMs : null
  // The line stays within its day, also where a film goes on after it.
  const isDayOver = atMs >= get(reviewDaySpanAtom).untilMs
  const next = isDayOver ? null : (nextFilmMs(get(shownLanesAtom), atMs) ?? nextHourMs)
  if (next !== null) set(reviewCursorAtom, next)
  set(stateAtom, next === null ? { phase: 'over', isMoreUntold } : playing)
})

/** Plays from a moment on, or from the first film after it. */
export const playFromAtom = atom(null, (get, set, atMs: number) => {
  set(playOnAtom, atMs)
  if (get(stateAtom).phase === 'over') set(reviewCursorAtom, atMs)
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

export const pausePlayingAtom = atom(null, (get, set) => {
  if (get(playbackAtom).phase === 'playing') set(stateAtom, { phase: 'paused' })
})

export const togglePlayingAtom = atom(null, (get, set) => {
  if (get(playbackAtom).phase === 'playing') set(pausePlayingAtom)
  else set(playFromAtom, get(reviewCursorAtom))
})

export const closePlaybackAtom = atom(null, (_get, set) => set(stateAtom, { phase: 'closed' }))

/** The clock goes on by so much of real time. What nobody recorded takes none: a night without events is over at once. */
export const tickAtom = atom(null, (get, set, passedMs: number) => {
  if (get(playbackAtom).phase !== 'playing' || get(isHourAwaitedAtom)) return
  set(playOnAtom, get(reviewCursorAtom) + passedMs * get(speedAtom))
})

/** `none`: the day has no such event. `untold`: it may have, beyond the time that is told. */
export type EventStep = 'taken' | 'none' | 'untold'

/** On to the next event of any camera, or back to the one before. Films that play go on from there. */
export const stepEventAtom = atom(null, (get, set, by: 1 | -1): EventStep => {
  const atMs = neighbourMs(get(reviewLanesAtom), get(reviewCursorAtom), by)
  if (atMs === null) return set(isMoreUntoldAtom, by) ? 'untold' : 'none'
  set(reviewCursorAtom, atMs)
  if (get(stateAtom).phase !== 'closed') set(stateAtom, { phase: 'paused' })
  return 'taken'
})

/** The line is dragged: stills show, and no film runs after it. */
export const scrubAtom = atom(null, (_get, set, atMs: number) => {
  set(stateAtom, { phase: 'closed' })
  set(reviewCursorAtom, atMs)
})
