import { putRetentionClock } from '../../../server/recordings/retention-rows'
import type { TestHub } from './hub'
import { openHubDatabase } from './webhook-worker'

/** Lets time pass as it does in a hub that runs: with an hourly round of retention, which sees the clock go on. */
export async function passTime(hub: TestHub, ms: number): Promise<void> {
  hub.clock.advance(ms)
  const nowMs = hub.clock.now()
  const db = await openHubDatabase(hub)
  await putRetentionClock(db, { believed_at: nowMs, round_at: nowMs, held_ms: 0 })
  await db.destroy()
}
