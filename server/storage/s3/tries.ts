import { setTimeout as delay } from 'node:timers/promises'
import { S3ServiceError } from 's3mini'
import { isTrouble, SilentStore } from './s3-fetch'

/** How often it is asked again, each time after a longer pause; each ask is made twice by itself (`s3Fetch`). */
export const MOST_TRIES = 3

/** What an export waits for: a store that is busy for a moment shall not cost it a film. Rejects with the last problem. */
export async function askAgain<Result>(ask: () => Promise<Result>, pauseMs: number): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask()
    } catch (problem) {
      if (isFinal(problem) || tries > MOST_TRIES) throw problem
      await delay(tries * pauseMs)
    }
  }
}

/** Whether it would be the same another time. A store that is silent is not asked again: each time takes long. */
export function isFinal(problem: unknown): boolean {
  const cause = problem instanceof Error && problem.cause !== undefined ? problem.cause : problem
  if (cause instanceof S3ServiceError) return !isTrouble(cause.status)
  return cause instanceof SilentStore
}
