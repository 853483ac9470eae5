import { HOUR_MS } from '../../../src/lib/durations'

interface Timed {
  /** Since the measuring began, in ms. */
  readonly atMs: number
}

/** What was seen at one moment of a soak. */
export interface SoakSample extends Timed {
  /** Live JavaScript after a collection: the page's, and that of all its workers. */
  readonly pageHeapBytes: number
  readonly workerHeapBytes: number
  /** Resident memory of all processes of the browser, and of the hub; what they share counts for each. */
  readonly browserRssBytes: number
  readonly hubRssBytes: number
  /** Of the page, by Chromium's count. */
  readonly listeners: number
  readonly nodes: number
  readonly documents: number
  /** Of page and workers: not revoked, not closed, not ended. */
  readonly objectUrls: number
  readonly openFrames: number
  readonly workers: number
  /** Frames that were garbage before they were closed, so far. */
  readonly lostFrames: number
  /** Of all cameras, so far. */
  readonly checks: number
  /** Of any camera, since the sample before. */
  readonly longestGapMs: number
  readonly clips: ClipCounts
}

export interface ClipCounts {
  /** Begun to be recorded. */
  readonly begun: number
  /** In the browser's outbox, those that are still recorded too. */
  readonly waiting: number
  /** In the hub's list. */
  readonly delivered: number
}

/** Compilers and caches fill up for so long a part of the time. */
const WARM_SHARE = 0.1

/** Slope of the line through all samples but the first tenth of the time, by least squares; NaN of less than two. */
export function growthPerHour<Sample extends Timed>(
  samples: readonly Sample[],
  of: (sample: Sample) => number,
): number {
  const warm = warmSamples(samples)
  const meanAt = mean(warm.map(({ atMs }) => atMs))
  const meanOf = mean(warm.map(of))
  const products = warm.map((sample) => (sample.atMs - meanAt) * (of(sample) - meanOf))
  const squares = warm.map(({ atMs }) => (atMs - meanAt) ** 2)
  return (HOUR_MS * sum(products)) / sum(squares)
}

/**
 * Least count of the last third of the samples less that of the first, the first tenth of the time left out. What comes
 * and goes, such as frames on their way, does not count: only what stays.
 */
export function growthOfLeast<Sample extends Timed>(
  samples: readonly Sample[],
  of: (sample: Sample) => number,
): number {
  const warm = warmSamples(samples)
  const third = Math.max(1, Math.floor(warm.length / 3))
  if (warm.length < 2) return Number.NaN
  return Math.min(...warm.slice(-third).map(of)) - Math.min(...warm.slice(0, third).map(of))
}

function warmSamples<Sample extends Timed>(samples: readonly Sample[]): readonly Sample[] {
  const lastMs = samples.at(-1)?.atMs ?? 0
  return samples.filter(({ atMs }) => atMs >= WARM_SHARE * lastMs)
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
