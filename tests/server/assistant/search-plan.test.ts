import { afterEach, beforeEach, expect, test } from 'vitest'
import { countFoundEvents, type Search } from '../../../server/assistant/search/search-rows'
import type { Db } from '../../../server/db/schema'
import { openTestDatabase, planOf } from '../support/database'
import { startTestHub, type TestHub } from '../support/hub'

let hub: TestHub
let db: Db
beforeEach(async () => {
  hub = await startTestHub()
  db = await openTestDatabase(hub.dataDir)
})
afterEach(async () => {
  await db.destroy()
  await hub.close()
})

test('words are looked for once among the descriptions of a workspace, not once for each of its events (VIS-10)', async () => {
  const { workspaceId } = await hub.signIn()
  const search: Search = {
    workspaceId,
    ranges: [{ fromMs: 0, untilMs: 2e12 }],
    types: null,
    labels: null,
    cameraIds: null,
  }
  const plan = await planOf(db, (watched) => countFoundEvents(watched, search, [{ word: 'ladder', texts: [] }]))
  expect(plan).toMatch(/event_descriptions/)
  // As SQLite calls what it does again for each row, and PostgreSQL what it can keep.
  expect(plan).not.toMatch(/CORRELATED|Filter: [^"]*(?<!hashed )SubPlan/)
})
