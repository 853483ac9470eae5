import type { Review, ReviewSpan } from '../../contract/review'
import type { Span } from '../../lib/span'

/** A camera's time. Events stand in lists of one length, the oldest first: a day has thousands. */
export interface Lane {
  readonly cameraId: string
  readonly name: string
  readonly startsMs: readonly number[]
  /** Of the event's recording; 0: there is none. */
  readonly lengthsMs: readonly number[]
  /** `sightBits` of src/lib/sight.ts. */
  readonly sees: readonly number[]
  /** The place of the first that began in its time; before it stands a film at most that began earlier and reaches in. */
  readonly firstOwn: number
  readonly off: readonly Span[]
  readonly unarmed: readonly Span[]
  /** Nothing is told of it yet: the answer is on its way. */
  readonly isAwaited?: true
}

/** What is known of a time. */
export interface ReviewTime extends Span {
  /** It held more than one answer takes, and ends early. */
  readonly isCut: boolean
  readonly lanes: readonly Lane[]
}

/** A time from `fromMs` on. The answer begins earlier: of what it tells before, a film that reaches in is kept. */
export function reviewTimeOf({ from, until, isCut, lanes }: Review, fromMs: number): ReviewTime {
  const toldFromMs = Date.parse(from)
  return {
    fromMs,
    untilMs: Date.parse(until),
    isCut,
    lanes: lanes.map(({ cameraId, name, at, lengthMs, sees, off, unarmed }) => {
      const startsMs = at.map((startMs) => toldFromMs + startMs)
      const own = lastUpTo(startsMs, fromMs - 1) + 1
      const reaching = filmAt({ startsMs, lengthsMs: lengthMs }, fromMs)
      const isKept = reaching >= 0 && reaching < own
      const kept = (list: readonly number[]) =>
        list.filter((_, index) => index >= own || (isKept && index === reaching))
      return {
        cameraId,
        name,
        sees: kept(sees),
        lengthsMs: kept(lengthMs),
        startsMs: kept(startsMs),
        firstOwn: isKept ? 1 : 0,
        off: spansFrom(fromMs, toldFromMs, off),
        unarmed: spansFrom(fromMs, toldFromMs, unarmed),
      }
    }),
  }
}

function spansFrom(fromMs: number, toldFromMs: number, spans: readonly ReviewSpan[]): readonly Span[] {
  return spans
    .map(([start, end]) => ({ fromMs: Math.max(fromMs, toldFromMs + start), untilMs: toldFromMs + end }))
    .filter((span) => span.untilMs > span.fromMs)
}

/** A camera of which nothing is told yet. */
export function awaitedLane({ cameraId, name }: Lane): Lane {
  return { cameraId, name, startsMs: [], lengthsMs: [], sees: [], firstOwn: 0, off: [], unarmed: [], isAwaited: true }
}

/** The place of the last number that is no greater; -1: there is none. */
export function lastUpTo(sorted: readonly number[], limit: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) <= limit) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The event of a lane that is nearest to a moment, no further off than `reachMs`; -1: there is none. */
export function nearestEvent({ startsMs }: Lane, atMs: number, reachMs: number): number {
  const before = lastUpTo(startsMs, atMs)
  const offMs = (index: number) => Math.abs((startsMs[index] ?? Number.POSITIVE_INFINITY) - atMs)
  const nearest = offMs(before + 1) < offMs(before) ? before + 1 : before
  return offMs(nearest) <= reachMs ? nearest : -1
}

/** The recording that holds a moment; -1: nothing was recorded then. Events without one may lie between. */
export function filmAt({ startsMs, lengthsMs }: Pick<Lane, 'startsMs' | 'lengthsMs'>, atMs: number): number {
  for (let index = lastUpTo(startsMs, atMs); index >= 0; index--) {
    const lengthMs = lengthsMs[index] ?? 0
    if (lengthMs > 0) return atMs < (startsMs[index] ?? 0) + lengthMs ? index : -1
  }
  return -1
}

/** The first recording that begins after a moment; -1: there is none. */
export function filmAfter({ startsMs, lengthsMs }: Lane, atMs: number): number {
  for (let index = lastUpTo(startsMs, atMs) + 1; index < startsMs.length; index++) {
    if ((lengthsMs[index] ?? 0) > 0) return index
  }
  return -1
}

/** The first moment from this one on of which any lane has film; null: there is none. */
export function nextFilmMs(lanes: readonly Lane[], atMs: number): number | null {
  if (lanes.some((lane) => filmAt(lane, atMs) >= 0)) return atMs
  const next = lanes.flatMap((lane) => lane.startsMs[filmAfter(lane, atMs)] ?? [])
  return next.length === 0 ? null : Math.min(...next)
}

/** When the next event of any lane begins, or with -1 the one before; null: there is none. */
export function neighbourMs(lanes: readonly Lane[], atMs: number, by: 1 | -1): number | null {
  const found = lanes.flatMap(({ startsMs, firstOwn }) => {
    const before = lastUpTo(startsMs, by === 1 ? atMs : atMs - 1)
    const index = by === 1 ? before + 1 : before
    return index < firstOwn ? [] : (startsMs[index] ?? [])
  })
  if (found.length === 0) return null
  return by === 1 ? Math.min(...found) : Math.max(...found)
}

/** The lane with another length of one recording, as the film itself told it. */
export function withLength(lane: Lane, startMs: number, lengthMs: number): Lane {
  const index = lane.startsMs.indexOf(startMs)
  if (index < 0 || lane.lengthsMs[index] === lengthMs) return lane
  return { ...lane, lengthsMs: lane.lengthsMs.map((one, place) => (place === index ? lengthMs : one)) }
}
