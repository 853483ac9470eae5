import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SnapshotNote } from '../../../server/cameras/camera-rows'
import { LastSeen } from '../../../server/cameras/last-seen'
import type { Db } from '../../../server/db/schema'
import { addCamera, send } from '../support/calls'
import { forgetDatabase, openTestDatabase } from '../support/database'
import { postSnapshot } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'

let dataDir: string
let hub: TestHub
let ann: SignedInUser
let db: Db
let cameraIds: string[]
let lastSeen: LastSeen
let forgotten: string[]
const warnings: string[] = []
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nightjar-seen-'))
  hub = await startTestHub({ dataDir, tier: 'TEAM' })
  ann = await hub.signIn()
  db = await openTestDatabase(dataDir)
})
afterAll(async () => {
  await db.destroy()
  await hub.close()
  await rm(dataDir, { recursive: true })
  await forgetDatabase(dataDir)
})
beforeEach(async () => {
  for (const { id } of (await send(hub.fastify, ann, 'GET', '/cameras')).json())
    await send(hub.fastify, ann, 'DELETE', `/cameras/${id}`)
  cameraIds = []
  for (const name of ['A', 'B', 'C', 'D']) cameraIds.push((await addCamera(hub.fastify, ann, name)).id)
  forgotten = []
  const forget = async ({ cameraId }: SnapshotNote) => void forgotten.push(cameraId)
  lastSeen = new LastSeen({
    db,
    log: { warn: (_facts: unknown, sentence?: string) => warnings.push(sentence ?? '') },
    forget,
  })
})

const note = (cameraId: string, atMs: number, workspaceId = ann.workspaceId): SnapshotNote => ({
  workspaceId,
  cameraId,
  atMs,
  version: `version ${atMs}`,
})
async function rows() {
  return db.selectFrom('cameras').selectAll().where('removed_at', 'is', null).orderBy('position').execute()
}
const seenIn = (cameras: Awaited<ReturnType<typeof rows>>) =>
  cameras.map((row) => [row.last_snapshot_at, row.snapshot_version])

test('what came is known at once, and in the rows with the next statement, the last of each camera (SCALE-04)', async () => {
  const [a = '', b = '', c = ''] = cameraIds
  for (const one of [note(a, 1), note(b, 2), note(b, 3), note(c, 4)]) lastSeen.note(one)
  const expected = [
    [1, 'version 1'],
    [3, 'version 3'],
    [4, 'version 4'],
    [null, null],
  ]
  const before = await rows()
  expect(seenIn(before)).toEqual([1, 2, 3, 4].map(() => [null, null]))
  expect(seenIn(before.map((row) => lastSeen.over(row)))).toEqual(expected)
  await lastSeen.flush()
  expect(seenIn(await rows())).toEqual(expected)
  // Rows that were read during the statement do not have it.
  expect(seenIn(before.map((row) => lastSeen.over(row)))).toEqual(expected)
})

test('of a clock that was set back the last one counts, not the latest', async () => {
  const [a = ''] = cameraIds
  lastSeen.note(note(a, 9_000))
  await lastSeen.flush()
  lastSeen.note(note(a, 5))
  expect(seenIn((await rows()).map((row) => lastSeen.over(row)))[0]).toEqual([5, 'version 5'])
  await lastSeen.flush()
  expect(seenIn(await rows())[0]).toEqual([5, 'version 5'])
})

test('what another hub wrote since stands', async () => {
  const [a = ''] = cameraIds
  lastSeen.note(note(a, 5))
  await lastSeen.flush()
  const [row] = await rows()
  expect(lastSeen.over({ id: a, last_snapshot_at: 6, snapshot_version: 'of another hub' }).last_snapshot_at).toBe(6)
  expect(row?.last_snapshot_at).toBe(5)
})

test('more cameras than one statement takes all arrive; what is not there, or another workspace’s, is forgotten (SCALE-03)', async () => {
  const [a = '', b = '', c = '', d = ''] = cameraIds
  await send(hub.fastify, ann, 'DELETE', `/cameras/${c}`)
  const strangers = Array.from({ length: 2_000 }, (_, n) => note(`no camera ${n}`, n))
  for (const one of [...strangers, note(a, 1, 'another workspace'), note(b, 2), note(c, 3), note(d, 4)])
    lastSeen.note(one)
  await lastSeen.flush()
  expect(seenIn(await rows()).map(([atMs]) => atMs)).toEqual([null, 2, 4])
  expect(forgotten).toHaveLength(2_002)
  expect(forgotten).toEqual(expect.arrayContaining([a, c]))
})

test('what the database refuses is known all the same, and arrives once it takes it', async () => {
  const [a = '', b = ''] = cameraIds
  await sql`alter table cameras rename to cameras_away`.execute(db)
  try {
    lastSeen.note(note(a, 1))
    lastSeen.note(note(b, 2))
    await expect(lastSeen.flush()).rejects.toThrow(/cameras/)
    lastSeen.note(note(b, 3))
  } finally {
    await sql`alter table cameras_away rename to cameras`.execute(db)
  }
  expect(seenIn((await rows()).map((row) => lastSeen.over(row))).map(([atMs]) => atMs)).toEqual([1, 3, null, null])
  await lastSeen.close()
  expect(seenIn(await rows()).map(([atMs]) => atMs)).toEqual([1, 3, null, null])
})

test('cameras that send together are all answered, shown and online before their rows have it (SCALE-04, HUB-10)', async () => {
  const sendAll = () => Promise.all(cameraIds.map((id) => postSnapshot(hub.fastify, ann, id)))
  await sendAll()
  hub.clock.advance(60_000)
  expect((await sendAll()).map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201])
  expect((await send(hub.fastify, ann, 'GET', '/screenshots')).json()).toHaveLength(4)
  const statuses = (await send(hub.fastify, ann, 'GET', '/cameras')).json()
  expect(statuses.map(({ status }: { status: string }) => status)).toEqual(['ONLINE', 'ONLINE', 'ONLINE', 'ONLINE'])
})
