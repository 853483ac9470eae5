import { atom } from 'jotai/vanilla'
import { selectAtom } from 'jotai/vanilla/utils'
import type { ReviewClip } from '../../contract/review'
import type { Span } from '../../lib/span'
import { filmAfter, filmAt, type Lane, nearestEvent } from './lanes'
import { clipOfKeyAtom, type FilmKey, isFilmMissingAtom } from './links'
import { playbackAtom, shownLanesAtom } from './playback'
import { reviewCursorAtom, reviewSpanAtom } from './review'

/** A press, or the line, means what is so near: of a day on a screen a second is a hundredth of a pixel. */
const REACH_SHARE = 1 / 120

export function reachMs({ fromMs, untilMs }: Span): number {
  return (untilMs - fromMs) * REACH_SHARE
}

/** What one camera shows at the line. */
export interface StagePlace {
  readonly lane: Lane
  /** null: nothing was recorded then. */
  readonly now: FilmKey | null
  readonly nowClip: ReviewClip | null
  /** The hub was asked for it in vain; it is asked again. */
  readonly isMissing: boolean
  /** What follows, to be opened ahead. */
  readonly next: FilmKey | null
  readonly nextClip: ReviewClip | null
  /** Why there is nothing. */
  readonly words: string
}

/** Whether films show rather than stills. */
export const hasFilmsAtom = atom((get) => get(playbackAtom).phase !== 'closed')

/** Which recordings show and follow, as text: it stays the same for as long as they do, however often the line moves. */
const placesTextAtom = atom((get): string => {
  const atMs = get(reviewCursorAtom)
  const reach = get(hasFilmsAtom) ? 0 : reachMs(get(reviewSpanAtom))
  const places = get(shownLanesAtom).map((lane) => {
    const covering = filmAt(lane, atMs)
    const near = covering >= 0 || reach === 0 ? covering : nearestEvent(lane, atMs, reach)
    const now = (lane.lengthsMs[near] ?? 0) > 0 ? near : -1
    return [now, filmAfter(lane, Math.max(atMs, lane.startsMs[now] ?? 0)), nothingWords(lane, atMs)]
  })
  return JSON.stringify(places)
})

/** The cameras side by side. */
export const stageAtom = atom((get): readonly StagePlace[] => {
  const places: unknown = JSON.parse(get(placesTextAtom))
  const clipOf = get(clipOfKeyAtom)
  const isMissing = get(isFilmMissingAtom)
  return get(shownLanesAtom).map((lane, index) => {
    const place: readonly unknown[] = Array.isArray(places) && Array.isArray(places[index]) ? places[index] : []
    const [now, next] = [keyAt(lane, place[0]), keyAt(lane, place[1])]
    return {
      lane,
      now,
      next,
      words: String(place[2] ?? ''),
      nowClip: now === null ? null : clipOf(now),
      isMissing: now !== null && isMissing(now),
      nextClip: next === null ? null : clipOf(next),
    }
  })
})

/** What shows and, while films do, what follows; the same for as long as they are, whether they are here or not. */
export const wantedFilmsAtom = selectAtom(
  atom((get): readonly FilmKey[] => {
    const hasFilms = get(hasFilmsAtom)
    return get(stageAtom).flatMap(({ now, next }) => [now ?? [], hasFilms ? (next ?? []) : []].flat())
  }),
  (keys) => keys,
  (one, other) => JSON.stringify(one) === JSON.stringify(other),
)

function keyAt({ cameraId, startsMs }: Lane, index: unknown): FilmKey | null {
  const startMs = typeof index === 'number' ? startsMs[index] : undefined
  return startMs === undefined ? null : { cameraId, startMs }
}

/** Why a camera shows nothing at a moment. */
export function nothingWords({ off, unarmed, isAwaited }: Lane, atMs: number): string {
  if (isAwaited) return 'What was recorded is on its way.'
  const holds = ({ fromMs, untilMs }: Span) => atMs >= fromMs && atMs < untilMs
  if (off.some(holds)) return 'The camera was off.'
  if (unarmed.some(holds)) return 'Not recording, by the mode.'
  return 'Nothing was recorded then.'
}
