import { RequestError } from './request-error'

/** Retries of a failed read (FETCH-01, X-57). */
const MAX_RETRIES = 3

/** Delay before retry number `attempt` (0 is the first): 1 s, doubled, at most 30 s (FETCH-01). */
export function retryDelayMs(attempt: number): number {
  return Math.min(1_000 * 2 ** attempt, 30_000)
}

/** Reads are retried three times; never after the session ended or the caller left. */
export function shouldRetry(failureCount: number, error: unknown): boolean {
  if (error instanceof RequestError && (error.failure.kind === 'signed-out' || error.failure.kind === 'aborted')) {
    return false
  }
  return failureCount < MAX_RETRIES
}
