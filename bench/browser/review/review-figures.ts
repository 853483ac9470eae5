import { type Bar, median, quantile, type Row } from '../../report'

/** The bars of REV-15. */
const DRAWN_MS = 1_000
const FIRST_STILL_MS = 1_000
const FRAME_MS = 50
const LEAST_SHARE = 0.95

/** What was measured. */
export interface ReviewRun {
  readonly cameras: number
  readonly events: number
  /** From the press on Timeline until each lane of the day is drawn. */
  readonly drawnMs: number
  /** From the moment that the pointer rests over a lane for the first time until a decoded still shows under it. */
  readonly firstStillMs: number
  /** While the line was dragged without a rest. */
  readonly flowing: ReviewDrag
  /** While it was dragged from rest to rest, at each of which pictures are fetched. */
  readonly resting: ReviewDrag
}

export interface ReviewDrag {
  /** Times between frames. */
  readonly framesMs: readonly number[]
  /** Requests that it cost: lists of links, and pictures. */
  readonly lists: number
  readonly pictures: number
}

/** Share of the frames that took less than the bar. */
export function quickShare(framesMs: readonly number[]): number {
  return framesMs.length === 0 ? Number.NaN : framesMs.filter((ms) => ms < FRAME_MS).length / framesMs.length
}

export function reviewBars(run: ReviewRun): Bar[] {
  const of = `${run.events} events of ${run.cameras} cameras`
  const barsOf = (how: string, { framesMs }: ReviewDrag): Bar[] => [
    { what: `${of}: frames measured ${how}`, value: framesMs.length, least: 100 },
    { what: `${of}: share of frames under ${FRAME_MS} ms ${how}`, value: quickShare(framesMs), least: LEAST_SHARE },
  ]
  return [
    { what: `${of}: until all lanes are drawn, ms`, value: run.drawnMs, most: DRAWN_MS },
    {
      what: `${of}: until the first still under a pointer that rests, ms`,
      value: run.firstStillMs,
      most: FIRST_STILL_MS,
    },
    ...barsOf('without rests', run.flowing),
    ...barsOf('from rest to rest', run.resting),
    { what: `${of}: pictures fetched from rest to rest`, value: run.resting.pictures, least: 1 },
  ]
}

/** The rows of a result (BENCH-01). */
export function reviewRows(run: ReviewRun): Row[] {
  const row = (metric: string, value: number, unit: string): Row => {
    return { name: 'review', case: `events-${run.events}`, metric, value: Math.round(value * 1000) / 1000, unit }
  }
  const rowsOf = (prefix: string, { framesMs, lists, pictures }: ReviewDrag) => [
    row(`${prefix}frames`, framesMs.length, 'count'),
    row(`${prefix}frame-p50`, median(framesMs), 'ms'),
    row(`${prefix}frame-p95`, quantile(framesMs, 0.95), 'ms'),
    row(`${prefix}frame-worst`, Math.max(...framesMs), 'ms'),
    row(`${prefix}under-50`, quickShare(framesMs), 'share'),
    row(`${prefix}lists`, lists, 'count'),
    row(`${prefix}pictures`, pictures, 'count'),
  ]
  return [
    row('drawn', run.drawnMs, 'ms'),
    row('first-still', run.firstStillMs, 'ms'),
    ...rowsOf('', run.flowing),
    ...rowsOf('rest-', run.resting),
  ]
}
