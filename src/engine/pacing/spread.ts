/** When one of several members has its turns: every interval, each at its own share of it, so that none collide. */
export interface TurnGrid {
  /** A moment from which turns are counted, the same for all members. */
  readonly epochMs: number
  readonly intervalMs: number
  /** 0 to below 1: member i of n has i / n. */
  readonly share: number
}

/**
 * The turn that follows one at `lastMs`. At least half an interval later, also when the grid has changed since, so
 * that cameras that come and go never push two checks of another together.
 */
export function nextTurnMs(grid: TurnGrid, lastMs: number): number {
  const firstMs = grid.epochMs + grid.share * grid.intervalMs
  const earliestMs = lastMs + grid.intervalMs / 2
  return firstMs + Math.ceil((earliestMs - firstMs) / grid.intervalMs) * grid.intervalMs
}

/** How many turns from `turnMs` on have passed by now, as when the page was blocked. */
export function passedTurns(intervalMs: number, turnMs: number, nowMs: number): number {
  return nowMs < turnMs ? 0 : Math.floor((nowMs - turnMs) / intervalMs) + 1
}
