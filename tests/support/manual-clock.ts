import type { Cancel, Clock } from '../../src/engine/clock'

/** Time that stands still until the test moves it. */
export interface ManualClock extends Clock {
  /** Moves time on; runs what comes due, in order, and lets promises settle after each. */
  advance(ms: number): Promise<void>
  /** Time goes on while the page does nothing: what came due meanwhile waits for `advance`. */
  block(ms: number): void
  /** Milliseconds until each timer that waits, soonest first. */
  pending(): number[]
}

interface Timer {
  dueAtMs: number
  readonly intervalMs: number | null
  readonly callback: () => void
}

export function manualClock(startMs = 1_000_000): ManualClock {
  const timers = new Set<Timer>()
  let nowMs = startMs
  const start = (delayMs: number, intervalMs: number | null, callback: () => void): Cancel => {
    const timer = { dueAtMs: nowMs + delayMs, intervalMs, callback }
    timers.add(timer)
    return () => void timers.delete(timer)
  }
  const soonest = (): Timer | undefined => [...timers].sort((a, b) => a.dueAtMs - b.dueAtMs)[0]
  return {
    nowMs: () => nowMs,
    monotonicMs: () => nowMs,
    after: (delayMs, callback) => start(delayMs, null, callback),
    every: (intervalMs, callback) => start(intervalMs, intervalMs, callback),
    pending: () => [...timers].map(({ dueAtMs }) => dueAtMs - nowMs).sort((a, b) => a - b),
    block(ms) {
      nowMs += ms
    },
    async advance(ms) {
      await settled()
      const endMs = nowMs + ms
      for (let timer = soonest(); timer !== undefined && timer.dueAtMs <= endMs; timer = soonest()) {
        nowMs = Math.max(nowMs, timer.dueAtMs)
        if (timer.intervalMs === null) timers.delete(timer)
        else timer.dueAtMs += timer.intervalMs
        timer.callback()
        await settled()
      }
      nowMs = endMs
      await settled()
    },
  }
}

/** Resolves when every promise that can settle by itself has. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** Timers of a clock that a browser may hold back, while its time goes on. */
export interface ThrottledClock extends Clock {
  throttle(): void
  /** What was held back runs now. */
  release(): void
}

export function throttledClock(clock: Clock): ThrottledClock {
  let held: (() => void)[] | null = null
  const run = (callback: () => void) => () => (held === null ? callback() : void held.push(callback))
  return {
    ...clock,
    after: (delayMs, callback) => clock.after(delayMs, run(callback)),
    every: (intervalMs, callback) => clock.every(intervalMs, run(callback)),
    throttle() {
      held = []
    },
    release() {
      const due = held ?? []
      held = null
      for (const callback of due) callback()
    },
  }
}
