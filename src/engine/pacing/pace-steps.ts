/** What a camera's checks cost: how often, and over how many columns. */
export interface PaceStep {
  readonly intervalMs: number
  /** Widest analysed plane, in pixels. */
  readonly analysisWidth: number
  /** Whether this is less than the full pace: the machine is over its budget. */
  readonly isReduced: boolean
}

/** How a camera is checked at present. */
export interface Pace extends PaceStep {
  /** Checks left out since the watch began, because the one before was not done or the page was blocked. */
  readonly droppedChecks: number
}

/** A third, so that blocks are at least twice as large at every size of frame: a step that changes nothing only costs time. */
const widths = [480, 160] as const

/** 300 ms becomes 450, 700, 1000 (issue 3, many cameras). */
const intervalFactors = [1.5, 7 / 3, 10 / 3] as const

/** Longest interval a step may ask for; a base that is longer stays. */
const LONGEST_INTERVAL_MS = 1_000

/** From the full pace to the least: first fewer columns, which costs far subjects; then fewer checks. */
export function paceSteps(baseIntervalMs: number): readonly PaceStep[] {
  const longestMs = Math.max(LONGEST_INTERVAL_MS, baseIntervalMs)
  const slower = intervalFactors.map((factor) => Math.min(longestMs, Math.round(baseIntervalMs * factor)))
  const intervalsMs = [...new Set(slower)].filter((intervalMs) => intervalMs > baseIntervalMs)
  return [
    ...widths.map((analysisWidth) => ({ intervalMs: baseIntervalMs, analysisWidth })),
    ...intervalsMs.map((intervalMs) => ({ intervalMs, analysisWidth: widths[1] })),
  ].map((step, level) => ({ ...step, isReduced: level > 0 }))
}
