import { limitAwake } from '../../lib/time-limit'
import { pageClock } from '../clock'
import type { ClosedClip } from './clip'

/** Twenty times what the longest clip takes on a weak machine. */
const CLOSE_LIMIT_MS = 30_000

/** Why a recording could not be made into a clip. */
export type CloseFailure =
  /** Its bytes hold no picture; trying again would find none either. */
  | 'nothing-recorded'
  /** The worker did not start, did not answer in time, or was not able to; another try may do. */
  | 'no-answer'

/** What the worker says. */
export type ClosingAnswer =
  | { readonly kind: 'clip'; readonly clip: ClosedClip }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'unable' }

export type CloseResult =
  | { readonly kind: 'closed'; readonly clip: ClosedClip }
  | { readonly kind: 'failed'; readonly reason: CloseFailure }

/**
 * Makes a recording's bytes, in order, into a clip with a duration and an index; also those of a recording that broke
 * off. Runs in a worker of its own, so that nothing waits for it. Never rejects.
 */
export function closeClip(recorded: Blob): Promise<CloseResult> {
  const worker = new Worker(new URL('../workers/closing.worker.ts', import.meta.url), {
    type: 'module',
    name: 'closing',
  })
  return new Promise<CloseResult>((resolve) => {
    const unanswered = () => resolve({ kind: 'failed', reason: 'no-answer' })
    const cancelLimit = limitAwake(pageClock, CLOSE_LIMIT_MS, unanswered)
    worker.addEventListener('message', ({ data }: MessageEvent<ClosingAnswer>) => {
      cancelLimit()
      resolve(resultOf(data))
    })
    worker.addEventListener('error', () => {
      cancelLimit()
      unanswered()
    })
    worker.postMessage(recorded)
  }).finally(() => worker.terminate())
}

function resultOf(answer: ClosingAnswer): CloseResult {
  if (answer.kind === 'clip') return { kind: 'closed', clip: answer.clip }
  return { kind: 'failed', reason: answer.kind === 'nothing' ? 'nothing-recorded' : 'no-answer' }
}
