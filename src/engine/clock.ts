/** Ends a timer; calling it twice is harmless. */
export type Cancel = () => void

/**
 * Time for the engine. The product's clock ticks in the motion worker while the page is hidden: page timers fall to 1 Hz in a
 * hidden tab (ENG-02); tests drive a manual one.
 */
export interface Clock {
  /** Milliseconds since the epoch. */
  nowMs(): number
  /** Milliseconds that only go on, for spans: the time of day is set now and then. */
  monotonicMs(): number
  after(delayMs: number, callback: () => void): Cancel
  every(intervalMs: number, callback: () => void): Cancel
}

/** The page's own timers: serves until the worker runs, and where no worker can. */
export const pageClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs)
    return () => clearTimeout(timer)
  },
  every(intervalMs, callback) {
    const timer = setInterval(callback, intervalMs)
    return () => clearInterval(timer)
  },
}
