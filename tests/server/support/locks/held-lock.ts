import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '../../../../server/db/schema'

/** Holds what `take` locks, in a transaction of its own, while `work` is done. */
export async function whileHeld<T>(
  db: Db,
  take: (transaction: Db) => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await take(transaction)
    return work()
  })
}

/** So many wait for locks of this worker's database. */
export async function untilWaiting(db: Db, count: number): Promise<void> {
  const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  await expect
    .poll(async () => (await waiting.execute(db)).rows.length, { timeout: 10_000 })
    .toBeGreaterThanOrEqual(count)
}
