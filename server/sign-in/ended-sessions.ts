import type { Services } from '../hub/services'
import { deleteSessions, listEndedSessions } from './session-rows'
import { SESSION_LIFETIME_MS } from './sessions'

/** Sessions that one transaction takes. */
const BATCH = 100

/**
 * Forgets sessions that nobody can go on with: signed out, not refreshed for 90 days, or a year old. `byMs` is the time
 * that retention believes, so that a clock that leaps ahead signs nobody out for good.
 */
export async function forgetEndedSessions(
  { db }: Pick<Services, 'db'>,
  byMs: number,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const count = await db.transaction().execute(async (transaction) => {
      const ids = await listEndedSessions(transaction, {
        byMs,
        begunBeforeMs: byMs - SESSION_LIFETIME_MS,
        limit: BATCH,
      })
      await deleteSessions(transaction, ids)
      return ids.length
    })
    if (count < BATCH) return
  }
}
