import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Db } from '../../../server/db/schema'
import { listDueDigests } from '../../../server/notifications/incident-rows'
import { addCamera } from '../support/calls'
import { openTestDatabase, planOf } from '../support/database'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'

const DAY_MS = 24 * 3_600_000
const TOLD = 2_000

let hub: TestHub
let ann: SignedInUser
let db: Db
let cameraId: string
beforeEach(async () => {
  hub = await startTestHub()
  ann = await hub.signIn()
  cameraId = (await addCamera(hub.fastify, ann)).id
  db = await openTestDatabase(hub.dataDir)
  await addIncidents('told', TOLD, null)
})
afterEach(async () => {
  await db.destroy()
  await hub.close()
})

async function addIncidents(name: string, count: number, dueAtMs: number | null) {
  const row = sql`${name} || n, ${ann.workspaceId}, ${cameraId}, 'MOTION', 0, 0, 0, 0, cast(${dueAtMs} as bigint)`
  await sql`
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})
    insert into incidents
      (id, workspace_id, camera_id, type, started_at, last_at, told_at, untold_count, digest_due_at)
    select ${row} from numbers`.execute(db)
}

const due = (of: Db) => {
  const nowMs = hub.clock.now()
  return listDueDigests(of, { nowMs, latestMs: nowMs + DAY_MS })
}

test('due digests are looked up by their time, not searched for among all incidents (MSG-03)', async () => {
  // As PostgreSQL does by itself.
  await sql`analyze incidents`.execute(db)
  // SQLite walks a table or an index by a SCAN, PostgreSQL a table by a Seq Scan.
  expect(await planOf(db, due)).not.toMatch(/SCAN|Seq Scan/)
})

test('a digest is due at its time, and also where a clock that was ahead has put it off too far (MSG-03)', async () => {
  const nowMs = hub.clock.now()
  await addIncidents('ahead', 1, nowMs + DAY_MS + 1)
  await addIncidents('late', 1, nowMs)
  await addIncidents('soon', 1, nowMs + 1)
  expect((await due(db)).map(({ id }) => id)).toEqual(['late1', 'ahead1'])
})
