/** What a camera's checks cost: how often, and over how many columns. */
export interface PaceStep {
  readonly intervalMs: number
  /** Widest analysed plane, in pixels. */
  readonly analysisWidth: number
  /** How much of a clip's pre-roll is kept, 0 to 1: it goes before detection suffers (ENG-09). */
  readonly preRollShare: number
  /** Whether checks come less often, or see less: the machine is far over its budget. Less pre-roll alone is not. */
  readonly isReduced: boolean
}

/** How a camera is checked at present. */
export interface Pace extends PaceStep {
  /** Checks left out since the watch began, because the one before was not done or the page was blocked. */
  readonly droppedChecks: number
}

/** A third, so that blocks are at least twice as large at every size of frame: a step that changes nothing only costs time. */
const widths = [480, 160] as const

/** 300 ms becomes 450, 700, 1000 (ENG-09). */
const intervalFactors = [1.5, 7 / 3, 10 / 3] as const

/** Longest interval a step may ask for; a base that is longer stays. */
const LONGEST_INTERVAL_MS = 1_000

/** 5 s of pre-roll become 2, then none. */
const preRollShares = [1, 0.4, 0] as const

/** From the full pace to the least: first less pre-roll, which costs nothing that is seen; then fewer columns, which costs far subjects; then fewer checks. */
export function paceSteps(baseIntervalMs: number): readonly PaceStep[] {
  const longestMs = Math.max(LONGEST_INTERVAL_MS, baseIntervalMs)
  const slower = intervalFactors.map((factor) => Math.min(longestMs, Math.round(baseIntervalMs * factor)))
  const intervalsMs = [...new Set(slower)].filter((intervalMs) => intervalMs > baseIntervalMs)
  const [fullWidth, narrow] = widths
  return [
    ...preRollShares.map((preRollShare) => ({ intervalMs: baseIntervalMs, analysisWidth: fullWidth, preRollShare })),
    { intervalMs: baseIntervalMs, analysisWidth: narrow, preRollShare: 0 },
    ...intervalsMs.map((intervalMs) => ({ intervalMs, analysisWidth: narrow, preRollShare: 0 })),
  ].map((step) => ({ ...step, isReduced: step.analysisWidth < fullWidth || step.intervalMs > baseIntervalMs }))
}
