import { openTestDatabase } from './database'
import type { TestHub } from './hub'

const DAY_MS = 24 * 3_600_000

/**
 * Lets all cameras of a hub have been there for two months, online and looking for motion: of others an answer says what they
 * could not see.
 */
export async function watchForLong({ dataDir, clock }: Pick<TestHub, 'dataDir' | 'clock'>): Promise<void> {
  const nowMs = clock.now()
  const db = await openTestDatabase(dataDir)
  try {
    await db
      .updateTable('cameras')
      .set({ created_at: nowMs - 60 * DAY_MS, last_snapshot_at: nowMs, is_motion_enabled: 1 })
      .execute()
  } finally {
    await db.destroy()
  }
}
