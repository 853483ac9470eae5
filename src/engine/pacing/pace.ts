import type { LessStep } from './less'

/** Widest analysed plane, in pixels. */
export const ANALYSIS_WIDTH = 480

/** How a camera is watched at present. */
export interface Pace {
  /** Between two checks; never longer because the machine is busy (LESS-01). */
  readonly intervalMs: number
  readonly analysisWidth: number
  /** Checks left out since the watch began, because the one before was not done or the page was blocked. */
  readonly droppedChecks: number
  /** What this tab does with less of, in the order in which it was given up. */
  readonly less: readonly LessStep[]
}
