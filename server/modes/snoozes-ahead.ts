import type { Ground } from '../db/ground'
import type { Db } from '../db/schema'
import { eachWorkspace } from '../lib/each-workspace'
import { lockWorkspace } from '../members/people-rows'
import { findLatestEra, insertEra, listChangedAfter } from './mode-rows'
import { AHEAD_MS, settingsOf, snoozeKept } from './modes'
import { settingsText } from './stored-settings'

/**
 * Ends snoozes that were pressed while the clock was ahead (MODE-07): no screen shows them once it is right, and they would
 * begin by themselves, maybe at night, when that time comes.
 */
export async function endSnoozesAhead(services: Pick<Ground, 'db' | 'clock' | 'log'>): Promise<void> {
  const { db, clock } = services
  const nowMs = clock.now()
  await eachWorkspace(services, await listChangedAfter(db, nowMs + AHEAD_MS), String, (workspaceId) =>
    db.transaction().execute(async (transaction) => {
      await lockWorkspace(transaction, workspaceId)
      await endAhead(transaction, workspaceId, nowMs)
    }),
  )
}

async function endAhead(db: Db, workspaceId: string, nowMs: number): Promise<void> {
  const latest = await findLatestEra(db, workspaceId)
  const before = settingsOf(latest)
  const snooze = snoozeKept(before, { nowMs })
  if (latest === undefined || snooze === before.snooze) return
  const settings = settingsText({ ...before, snooze })
  await insertEra(db, { workspace_id: workspaceId, position: latest.position + 1, from_at: nowMs, settings })
}
