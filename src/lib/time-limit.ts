/** Runs the callback after the delay; answers with what cancels it. */
export type After = (delayMs: number, callback: () => void) => () => void

/**
 * Ends with the given signal, or once the limit is over. Node's `AbortSignal.any` holds its sources weakly: a timeout that
 * nothing else knows may be collected before its time, and what waits by it waits for ever (seen with Node 20.20,
 * https://github.com/nodejs/node/issues/57736).
 */
export function withTimeLimit(signal: AbortSignal, limitMs: number): AbortSignal {
  const limit = AbortSignal.timeout(limitMs)
  // Whoever has a listener is kept until it has fired.
  limit.addEventListener('abort', () => undefined, { once: true })
  return AbortSignal.any([signal, limit])
}

/** So late, or so far apart the two clocks: the machine slept, or the page was stopped. */
export const SLEPT_MS = 3_000

/** No machine sleeps so often within a limit: it is the timers that come late, as those of hidden pages do. */
const MOST_SLEEPS = 10

/** What tells the time of a wait: `monotonicMs` goes on, and never jumps as the time of day does. */
interface WaitClock {
  readonly after: After
  monotonicMs(): number
}

/**
 * Limits the wait for what sleeps along with the machine, a worker or the disk. Where the monotonic clock goes on meanwhile, the
 * limit is over the moment that both wake, which says nothing of what is waited for: it has the same time once more, after each sleep.
 */
export function limitAwake(clock: WaitClock, limitMs: number, onOver: () => void): () => void {
  let sleeps = 0
  const wait = (): (() => void) => {
    const dueAtMs = clock.monotonicMs() + limitMs
    return clock.after(limitMs, () => {
      if (clock.monotonicMs() - dueAtMs <= SLEPT_MS || ++sleeps > MOST_SLEEPS) onOver()
      else cancel = wait()
    })
  }
  let cancel = wait()
  return () => cancel()
}
