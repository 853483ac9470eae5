import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Db } from '../../../server/db/schema'
import { SnapshotNotes } from '../../../server/snapshots/snapshot-notes'
import { addCamera, send } from '../support/calls'
import { forgetDatabase, openTestDatabase } from '../support/database'
import { postSnapshot } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'

let dataDir: string
let hub: TestHub
let ann: SignedInUser
let db: Db
let cameraIds: string[]
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nightjar-notes-'))
  hub = await startTestHub({ dataDir, tier: 'TEAM' })
  ann = await hub.signIn()
  cameraIds = []
  for (const name of ['A', 'B', 'C', 'D']) cameraIds.push((await addCamera(hub.fastify, ann, name)).id)
  db = await openTestDatabase(dataDir)
})
afterEach(async () => {
  await db.destroy()
  await hub.close()
  await rm(dataDir, { recursive: true })
  await forgetDatabase(dataDir)
})

const note = (cameraId: string, atMs: number, workspaceId = ann.workspaceId) => ({
  ...{ workspaceId, cameraId, atMs, version: `version ${atMs}` },
})
async function rows() {
  const cameras = await db.selectFrom('cameras').selectAll().orderBy('position').execute()
  return cameras.map(({ last_snapshot_at, snapshot_version }) => [last_snapshot_at, snapshot_version])
}

test('notes that come together each reach their own camera, the last one of each', async () => {
  const notes = new SnapshotNotes(db)
  const [a = '', b = '', c = ''] = cameraIds
  const noted = await Promise.all([note(a, 1), note(b, 2), note(b, 3), note(c, 4)].map((one) => notes.note(one)))
  expect(noted).toEqual([true, true, true, true])
  expect(await rows()).toEqual([
    [1, 'version 1'],
    [3, 'version 3'],
    [4, 'version 4'],
    [null, null],
  ])
  expect(await notes.note(note(a, 9))).toBe(true)
  expect((await rows())[0]).toEqual([9, 'version 9'])
})

test('more notes than one statement takes all arrive', async () => {
  const notes = new SnapshotNotes(db)
  const many = Array.from({ length: 250 }, (_, n) => note(n < 246 ? `no camera ${n}` : (cameraIds[n - 246] ?? ''), n))
  const noted = await Promise.all(many.map((one) => notes.note(one)))
  expect(noted).toEqual(many.map((_, n) => n >= 246))
  expect((await rows()).map(([atMs]) => atMs)).toEqual([246, 247, 248, 249])
})

test('a camera of another workspace, a removed one and one that never was are told apart from the rest', async () => {
  const notes = new SnapshotNotes(db)
  const [a = '', b = '', c = '', d = ''] = cameraIds
  await send(hub.fastify, ann, 'DELETE', `/cameras/${c}`)
  const asked = [note(a, 1, 'another workspace'), note(b, 2), note(c, 3), note(d, 4), note('nonsense', 5)]
  expect(await Promise.all(asked.map((one) => notes.note(one)))).toEqual([false, true, false, true, false])
})

test('notes that the database refuses fail; later ones go through', async () => {
  const notes = new SnapshotNotes(db)
  const [a = '', b = ''] = cameraIds
  await sql`alter table cameras rename to cameras_away`.execute(db)
  const refused = await Promise.allSettled([notes.note(note(a, 1)), notes.note(note(b, 2))])
  expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await sql`alter table cameras_away rename to cameras`.execute(db)
  expect(await notes.note(note(a, 7))).toBe(true)
  expect((await rows())[0]).toEqual([7, 'version 7'])
})

test('snapshots of many cameras that arrive together are all answered and shown', async () => {
  const answers = await Promise.all(cameraIds.map((id) => postSnapshot(hub.fastify, ann, id)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201])
  expect((await send(hub.fastify, ann, 'GET', '/screenshots')).json()).toHaveLength(4)
})
