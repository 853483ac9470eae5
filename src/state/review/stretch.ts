import type { Span } from '../../lib/span'
import { counted } from '../../lib/words'
import { filmAt, type Lane, lastUpTo } from './lanes'
import { briefLength, formatSecond } from './words'

/** Most recordings in one file: at 15 s each half an hour. */
export const MOST_STRETCH_CLIPS = 120
/** Most bytes of recordings in one file, which a tab holds in memory while it joins them. */
export const MOST_STRETCH_BYTES = 400 * 1024 * 1024
/** What lies between two recordings and is shorter than this is no gap that anybody needs to know of. */
const LEAST_GAP_MS = 1_000

/** What goes into one file of a stretch of time of one camera. */
export interface Stretch {
  readonly lane: Lane
  /** From the first recording's beginning to the last one's end; recordings are taken whole. */
  readonly span: Span
  readonly clipCount: number
  readonly filmMs: number
  /** Times within it of which nothing was recorded. */
  readonly gaps: readonly Span[]
}

/** null: nothing was recorded in that time. */
export function stretchOf(lane: Lane, asked: Span): Stretch | null {
  const covering = filmAt(lane, asked.fromMs)
  const first = covering >= 0 ? covering : lastUpTo(lane.startsMs, asked.fromMs - 1) + 1
  const clips: Span[] = []
  for (let index = first; index < lane.startsMs.length; index++) {
    const fromMs = lane.startsMs[index] ?? 0
    const lengthMs = lane.lengthsMs[index] ?? 0
    if (fromMs >= asked.untilMs) break
    if (lengthMs > 0) clips.push({ fromMs, untilMs: fromMs + lengthMs })
  }
  const [begin, end] = [clips[0], clips.at(-1)]
  if (begin === undefined || end === undefined) return null
  return {
    lane,
    span: { fromMs: begin.fromMs, untilMs: end.untilMs },
    clipCount: clips.length,
    filmMs: clips.reduce((sum, { fromMs, untilMs }) => sum + untilMs - fromMs, 0),
    gaps: gapsOf(clips),
  }
}

/** What lies between clips, which are in the order of time. */
export function gapsOf(clips: readonly Span[]): readonly Span[] {
  return clips.slice(1).flatMap(({ fromMs }, index) => {
    const endMs = clips[index]?.untilMs ?? fromMs
    return fromMs - endMs < LEAST_GAP_MS ? [] : [{ fromMs: endMs, untilMs: fromMs }]
  })
}

/** What the file says of what is missing in it. `unread`: the times of recordings that could not be read. */
export function missingWords(gaps: readonly Span[], unread: readonly Span[]): string {
  const parts = [
    gaps.length > 0 ? `Not recorded, and left out: ${timesWords(gaps)}.` : '',
    unread.length > 0
      ? `${counted(unread.length, 'recording')} could not be read and ${unread.length === 1 ? 'is' : 'are'} not in it: ${timesWords(unread)}.`
      : '',
  ]
  return parts.filter((part) => part !== '').join(' ') || 'Nothing is missing in between.'
}

/** How many times are told one by one. */
const TOLD_TIMES = 20

function timesWords(times: readonly Span[]): string {
  const told = times
    .slice(0, TOLD_TIMES)
    .map(({ fromMs, untilMs }) => `${formatSecond(fromMs)} to ${formatSecond(untilMs)}`)
  const more = times.length > told.length ? `, and ${times.length - told.length} more` : ''
  return `${told.join('; ')}${more}`
}

/** What is about to be made, in one sentence. */
export function stretchWords({ clipCount, filmMs, gaps }: Stretch): string {
  const missing = gaps.reduce((sum, { fromMs, untilMs }) => sum + untilMs - fromMs, 0)
  const between =
    gaps.length === 0
      ? 'Nothing is missing in between.'
      : `${counted(gaps.length, 'gap')} of ${briefLength(missing)} in all, where nothing was recorded, ${gaps.length === 1 ? 'is' : 'are'} left out.`
  return `${counted(clipCount, 'recording')}, about ${briefLength(filmMs)} of film. ${between}`
}

/** Why what was asked for does not go into one file; null: it does. `told`: the time of which it is known what was recorded. */
export function stretchProblem(asked: Span, told: Span, stretch: Stretch | null): string | null {
  if (asked.untilMs <= asked.fromMs) return '“To” is not after “From”. Choose a later time to end.'
  if (asked.fromMs < told.fromMs || asked.untilMs > told.untilMs)
    return `Only ${formatSecond(told.fromMs)} to ${formatSecond(told.untilMs)} is shown now. Choose a time within it; of other hours make a file each.`
  if (stretch === null) return 'Nothing was recorded in that time. Choose another.'
  if (stretch.clipCount <= MOST_STRETCH_CLIPS) return null
  return `That is ${stretch.clipCount} recordings; one file takes ${MOST_STRETCH_CLIPS}. Choose a shorter time.`
}
