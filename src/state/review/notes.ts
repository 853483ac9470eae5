import { atom } from 'jotai/vanilla'
import { neighbourMs } from './lanes'
import { closePlaybackAtom, playbackAtom, shownCameraIdsAtom, stepEventAtom, toggleCameraAtom } from './playback'
import { isHourAwaitedAtom, reviewCursorAtom, reviewLanesAtom, reviewZoomAtom } from './review'
import { overWords, stepWords, toggleWords } from './words'

/** Why a press came to nothing, and of what that was said. */
type Noted =
  | {
      readonly about: 'events'
      readonly words: string
      readonly by: 1 | -1
      readonly atMs: number
      readonly zoom: 'day' | 'hour'
    }
  | { readonly about: 'cameras'; readonly words: string; readonly shownCount: number }

const notedAtom = atom<Noted | null>(null)

/** On to the next event, or back to the one before; where there is none the note says so. */
export const stepAndTellAtom = atom(null, (get, set, by: 1 | -1) => {
  // What comes next is not known before the hour is here.
  if (get(isHourAwaitedAtom)) return
  const step = set(stepEventAtom, by)
  const [atMs, zoom] = [get(reviewCursorAtom), get(reviewZoomAtom)]
  const words = stepWords(step, by, zoom)
  set(notedAtom, step === 'taken' ? null : { about: 'events', words, by, atMs, zoom })
})

/** Shows or hides the films of a camera; where that cannot be the note says why. */
export const toggleAndTellAtom = atom(null, (get, set, cameraId: string) => {
  const toggle = set(toggleCameraAtom, cameraId)
  const shownCount = get(shownCameraIdsAtom).length
  set(notedAtom, toggle === 'taken' ? null : { about: 'cameras', words: toggleWords(toggle), shownCount })
})

/** The note while it is true: where the line stands still, there alone; while it moves with the films, as far as it holds. */
const shownNoteAtom = atom((get): Noted | null => {
  const noted = get(notedAtom)
  if (noted === null) return null
  if (noted.about === 'cameras') return noted.shownCount === get(shownCameraIdsAtom).length ? noted : null
  const atMs = get(reviewCursorAtom)
  const isThere = atMs === noted.atMs || get(playbackAtom).phase === 'playing'
  const isSame = isThere && noted.zoom === get(reviewZoomAtom)
  return isSame && neighbourMs(get(reviewLanesAtom), atMs, noted.by) === null ? noted : null
})

/** What is to be said beside the controls; '' for nothing. */
export const reviewNoteAtom = atom((get): string => {
  const playback = get(playbackAtom)
  return get(shownNoteAtom)?.words ?? (playback.phase === 'over' ? overWords(playback) : '')
})

/** The timeline is left: nothing plays on, and what was said is said. */
export const leaveTimelineAtom = atom(null, (_get, set) => {
  set(closePlaybackAtom)
  set(notedAtom, null)
})
