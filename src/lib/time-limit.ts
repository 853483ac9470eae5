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
