import { isMotion } from '../../src/engine/motion/threshold'
import { CHECK_SEC } from './scenes/canvas'
import type { MotionInterval, Truth } from './truth'

/** D of every check of one video, in order; null where there was no verdict. */
export type Differences = readonly (number | null)[]

/** How well a detector did on one video, or on many. */
export interface Score {
  readonly intervals: number
  readonly found: number
  /** Intervals whose subject covers at least 1 % of the frame; hand-labelled ones count as such. */
  readonly largeIntervals: number
  readonly largeFound: number
  readonly falseTriggers: number
  /** Time outside of the spans to ignore. */
  readonly minutes: number
  /** First positive verdict in each interval found, minus its start; a verdict just before it counts as negative. */
  readonly latenciesSec: readonly number[]
}

/** A verdict so long before the interval still finds it (BENCH-04). */
const EARLY_SEC = CHECK_SEC
/** False verdicts closer than this are one trigger. */
const SAME_TRIGGER_SEC = 5
const LARGE_PERCENT = 1
/** Check times are sums of thirds; nothing is meant to hang on their last digits. */
const EPSILON_SEC = 1e-6

const emptyScore: Score = {
  intervals: 0,
  found: 0,
  largeIntervals: 0,
  largeFound: 0,
  falseTriggers: 0,
  minutes: 0,
  latenciesSec: [],
}

/** Judges one video at one sensitivity. */
export function scoreOf(differences: Differences, truth: Truth, sensitivityPercent: number): Score {
  const positiveSec: number[] = []
  differences.forEach((difference, check) => {
    if (difference !== null && isMotion(difference, sensitivityPercent)) positiveSec.push(check * CHECK_SEC)
  })
  let found = 0
  let largeFound = 0
  const latenciesSec: number[] = []
  for (const interval of truth.motion) {
    const first = positiveSec.find((timeSec) => isWithin(timeSec, interval))
    if (first === undefined) continue
    found++
    if (isLarge(interval)) largeFound++
    latenciesSec.push(first - interval.start)
  }
  return {
    intervals: truth.motion.length,
    found,
    largeIntervals: truth.motion.filter(isLarge).length,
    largeFound,
    falseTriggers: countFalse(positiveSec, truth),
    minutes: minutesJudged(differences.length * CHECK_SEC, truth),
    latenciesSec,
  }
}

export function addScores(scores: readonly Score[]): Score {
  return scores.reduce(
    (sum, score) => ({
      intervals: sum.intervals + score.intervals,
      found: sum.found + score.found,
      largeIntervals: sum.largeIntervals + score.largeIntervals,
      largeFound: sum.largeFound + score.largeFound,
      falseTriggers: sum.falseTriggers + score.falseTriggers,
      minutes: sum.minutes + score.minutes,
      latenciesSec: [...sum.latenciesSec, ...score.latenciesSec],
    }),
    emptyScore,
  )
}

function isLarge({ sharePercent = LARGE_PERCENT }: MotionInterval): boolean {
  return sharePercent >= LARGE_PERCENT
}

function isWithin(timeSec: number, { start, end }: MotionInterval): boolean {
  return timeSec >= start - EARLY_SEC - EPSILON_SEC && timeSec <= end + EPSILON_SEC
}

function countFalse(positiveSec: readonly number[], truth: Truth): number {
  let count = 0
  let lastSec = Number.NEGATIVE_INFINITY
  for (const timeSec of positiveSec) {
    if (truth.motion.some((interval) => isWithin(timeSec, interval)) || isIgnored(timeSec, truth)) continue
    if (timeSec - lastSec > SAME_TRIGGER_SEC - EPSILON_SEC) count++
    lastSec = timeSec
  }
  return count
}

function isIgnored(timeSec: number, { ignore }: Truth): boolean {
  return ignore.some(([start, end]) => timeSec >= start - EPSILON_SEC && timeSec <= end + EPSILON_SEC)
}

/** Spans may overlap one another. */
function minutesJudged(seconds: number, { ignore }: Truth): number {
  let ignoredSec = 0
  let doneSec = 0
  for (const [start, end] of [...ignore].sort((a, b) => a[0] - b[0])) {
    const from = Math.max(start, doneSec)
    const to = Math.min(end, seconds)
    if (to <= from) continue
    ignoredSec += to - from
    doneSec = to
  }
  return (seconds - ignoredSec) / 60
}
