import { CompiledQuery, type KyselyPlugin, type RootOperationNode, SqliteAdapter } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { countFoundEvents, type Search } from '../../../server/assistant/search/search-rows'
import type { Db } from '../../../server/db/schema'
import { openTestDatabase } from '../support/database'
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

/** How the database goes about what is asked of it meanwhile. */
async function planOf(ask: (db: Db) => Promise<unknown>): Promise<string> {
  const nodes: RootOperationNode[] = []
  const watching: KyselyPlugin = {
    transformQuery: ({ node }) => {
      nodes.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await ask(db.withPlugin(watching))
  const executor = db.getExecutor()
  const explain = executor.adapter instanceof SqliteAdapter ? 'explain query plan' : 'explain'
  const plans: string[] = []
  for (const node of nodes) {
    const { sql, parameters } = executor.compileQuery(node, { queryId: 'planned' })
    plans.push(JSON.stringify((await db.executeQuery(CompiledQuery.raw(`${explain} ${sql}`, [...parameters]))).rows))
  }
  return plans.join('\n')
}

test('words are looked for once among the descriptions of a workspace, not once for each of its events (VIS-10)', async () => {
  const { workspaceId } = await hub.signIn()
  const search: Search = {
    workspaceId,
    ranges: [{ fromMs: 0, toMs: 2e12 }],
    types: null,
    labels: null,
    cameraIds: null,
  }
  const plan = await planOf((watched) => countFoundEvents(watched, search, [{ word: 'ladder', texts: [] }]))
  expect(plan).toMatch(/event_descriptions/)
  // As SQLite calls what it does again for each row, and PostgreSQL what it can keep.
  expect(plan).not.toMatch(/CORRELATED|Filter: [^"]*(?<!hashed )SubPlan/)
})
