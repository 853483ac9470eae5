import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CompiledByIds } from '../../../server/db/compiled-by-ids'
import type { Db } from '../../../server/db/schema'
import { addCamera } from '../support/calls'
import { forgetDatabase, openTestDatabase } from '../support/database'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'

let dataDir: string
let hub: TestHub
let ann: SignedInUser
let db: Db
let cameraIds: string[]
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nightjar-compiled-'))
  hub = await startTestHub({ dataDir, tier: 'TEAM' })
  ann = await hub.signIn()
  cameraIds = []
  for (let n = 0; n < 5; n++) cameraIds.push((await addCamera(hub.fastify, ann, `Camera ${n}`)).id)
  db = await openTestDatabase(dataDir)
})
afterEach(async () => {
  await db.destroy()
  await hub.close()
  await rm(dataDir, { recursive: true })
  await forgetDatabase(dataDir)
})

const builds: number[] = []
const named = (name: string) =>
  new CompiledByIds(db, (from, ids, workspaceIds) => {
    builds.push(ids.length)
    return from
      .selectFrom('cameras')
      .select('id')
      .where('name', '!=', name)
      .where('workspace_id', 'in', workspaceIds)
      .where('id', 'in', ids)
  })
const inOwn = (id: string) => ({ id, workspaceId: ann.workspaceId })

test('finds exactly those that were asked for, compiled once for a power of two of them', async () => {
  builds.length = 0
  const find = named('Camera 4')
  for (const count of [1, 2, 3, 4, 5, 3, 1]) {
    const asked = cameraIds.slice(0, count)
    const rows = await find.run(asked.map(inOwn))
    expect(rows.map(({ id }) => id).sort()).toEqual(asked.filter((id) => id !== cameraIds[4]).sort())
  }
  expect(builds).toEqual([1, 2, 4, 8])
})

test('asks anew each time: other ids, another workspace', async () => {
  const find = named('none')
  const [first = '', second = ''] = cameraIds
  expect(await find.run([inOwn(first)])).toEqual([{ id: first }])
  expect(await find.run([inOwn(second)])).toEqual([{ id: second }])
  expect(await find.run([{ id: first, workspaceId: 'another' }])).toEqual([])
  await db.deleteFrom('cameras').where('id', '=', first).execute()
  expect(await find.run([inOwn(first)])).toEqual([])
})
