import { limitAwake } from '../../lib/time-limit'
import type { Clock } from '../clock'

export type LimitedOutcome<T> =
  | { readonly kind: 'finished'; readonly value: T }
  | { readonly kind: 'broke-off'; readonly error: unknown }
  | { readonly kind: 'out-of-time' }
  | { readonly kind: 'cancelled' }

export interface Limit {
  readonly limitMs: number
  readonly signal: AbortSignal
  readonly clock: Pick<Clock, 'after' | 'monotonicMs'>
}

/** Waits for work no longer than allowed; where the machine slept, for so long once more. The work itself goes on: whoever asked must end it. */
export function withinLimit<T>(work: Promise<T>, { limitMs, signal, clock }: Limit): Promise<LimitedOutcome<T>> {
  return new Promise((resolve) => {
    const end = (outcome: LimitedOutcome<T>) => {
      stopTimer()
      signal.removeEventListener('abort', onAbort)
      resolve(outcome)
    }
    const onAbort = () => end({ kind: 'cancelled' })
    const stopTimer = limitAwake(clock, limitMs, () => end({ kind: 'out-of-time' }))
    signal.addEventListener('abort', onAbort)
    work.then(
      (value) => end({ kind: 'finished', value }),
      (error: unknown) => end({ kind: 'broke-off', error }),
    )
    if (signal.aborted) onAbort()
  })
}
