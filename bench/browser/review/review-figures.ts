import { type Bar, median, quantile, type Row } from '../../report'

/** The bars of REV-15. */
const FIRST_PICTURE_MS = 1_000
const FRAME_MS = 50
const LEAST_SHARE = 0.95

/** What was measured. */
export interface ReviewRun {
  readonly cameras: number
  readonly events: number
  /** From the press on Timeline until each lane of the day is drawn. */
  readonly firstPictureMs: number
  /** Times between frames while the line was dragged. */
  readonly framesMs: readonly number[]
  /** Requests that the drags cost: lists of links, and pictures. */
  readonly lists: number
  readonly pictures: number
}

/** Share of the frames that took less than the bar. */
export function quickShare(framesMs: readonly number[]): number {
  return framesMs.length === 0 ? Number.NaN : framesMs.filter((ms) => ms < FRAME_MS).length / framesMs.length
}

export function reviewBars(run: ReviewRun): Bar[] {
  const of = `${run.events} events of ${run.cameras} cameras`
  return [
    { what: `${of}: first picture, ms`, value: run.firstPictureMs, most: FIRST_PICTURE_MS },
    { what: `${of}: frames measured`, value: run.framesMs.length, least: 100 },
    { what: `${of}: share of frames under ${FRAME_MS} ms`, value: quickShare(run.framesMs), least: LEAST_SHARE },
  ]
}

/** The rows of a result (BENCH-01). */
export function reviewRows(run: ReviewRun): Row[] {
  const row = (metric: string, value: number, unit: string): Row => {
    return { name: 'review', case: `events-${run.events}`, metric, value: Math.round(value * 1000) / 1000, unit }
  }
  return [
    row('first-picture', run.firstPictureMs, 'ms'),
    row('frames', run.framesMs.length, 'count'),
    row('frame-p50', median(run.framesMs), 'ms'),
    row('frame-p95', quantile(run.framesMs, 0.95), 'ms'),
    row('frame-worst', Math.max(...run.framesMs), 'ms'),
    row('under-50', quickShare(run.framesMs), 'share'),
    row('lists', run.lists, 'count'),
    row('pictures', run.pictures, 'count'),
  ]
}
