import type { DeliveredVideo } from '../../../bench/delivered-videos'
import type { LoggedTake } from './take-log'

/** A tab that dies may lose so much of the clip under way (CLIP-07). */
const MOST_LOST_MS = 2_000

/** Clocks and frames are no finer. */
const SAME_MS = 60
const DURATION_SLACK_MS = 300

export type Verdict =
  | { readonly kind: 'whole' }
  /** It broke off with the browser; `lostMs` of it are missing at its end. */
  | { readonly kind: 'saved'; readonly lostMs: number }
  /**
   * The browser died within the first two seconds of recording: nothing of it had to be there. The seconds before the motion
   * are encoded at once then; killed after 0.7 s of it, all but 0.4 s was there, killed after 0 s its first picture.
   */
  | { readonly kind: 'too-young' }
  | { readonly kind: 'lost' }
  | { readonly kind: 'doubled' }
  | { readonly kind: 'cut'; readonly lostMs: number }
  | { readonly kind: 'broken' }

/** What became of a take, by what the hub lists. */
export function verdictOf(take: LoggedTake, delivered: readonly DeliveredVideo[]): Verdict {
  const own = delivered.filter(({ startedAtMs }) => Math.abs(startedAtMs - take.startedAtMs) <= SAME_MS)
  const [video] = own
  const isYoung = !take.isFinished && take.lastFrameAtMs - take.begunAtMs <= MOST_LOST_MS
  if (own.length > 1) return { kind: 'doubled' }
  if (video === undefined) return { kind: isYoung ? 'too-young' : 'lost' }
  if (!video.startsOnKeyframe) return { kind: 'broken' }
  const lostMs = Math.max(0, take.lastFrameAtMs - take.startedAtMs - video.durationMs)
  if (take.isFinished) return lostMs <= DURATION_SLACK_MS ? { kind: 'whole' } : { kind: 'cut', lostMs }
  if (lostMs <= MOST_LOST_MS) return { kind: 'saved', lostMs }
  return isYoung ? { kind: 'too-young' } : { kind: 'cut', lostMs }
}

export function isFailure({ kind }: Verdict): boolean {
  return kind === 'lost' || kind === 'doubled' || kind === 'cut' || kind === 'broken'
}
