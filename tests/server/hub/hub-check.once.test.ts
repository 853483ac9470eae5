import { randomUUID } from 'node:crypto'
import { appendFile, mkdir, mkdtemp, readdir, rename, rm, truncate, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Db } from '../../../server/db/schema'
import { type Comparison, compareStores, repairStores } from '../../../server/hub/check'
import { readConfig } from '../../../server/hub/config'
import { BLOB_REMOVAL_JOB } from '../../../server/storage/blob-removals'
import { openBlobs } from '../../../server/storage/open-blobs'
import { addCamera, listVideos, send } from '../support/calls'
import { openTestDatabase } from '../support/database'
import { jpeg, postClip, postSnapshot, webm } from '../support/forms'
import { manualClock, type SignedInUser, startTestHub, type TestHub } from '../support/hub'

const CLIPS = 10

let dataDir: string
let hub: TestHub
let ann: SignedInUser
let db: Db
const clock = manualClock()
const start = async () => {
  hub = await startTestHub({ dataDir, clock, tier: 'TEAM' })
}
beforeEach(async () => {
  dataDir = join(await mkdtemp(join(tmpdir(), 'nightjar-check-')), 'data')
  await start()
  ann = await hub.signIn()
  const { id: cameraId } = await addCamera(hub.fastify, ann)
  await postSnapshot(hub.fastify, ann, cameraId)
  const thumbnail = jpeg().toString('base64')
  for (let clip = 0; clip < CLIPS; clip++)
    await postClip(hub.fastify, ann, { cameraId, bytes: webm(1000 + clip, clip), fields: { thumbnail } })
  await hub.close()
  db = await openTestDatabase(dataDir)
})
afterEach(async () => {
  await db.destroy()
  await rm(dirname(dataDir), { recursive: true, force: true })
})

async function services() {
  const result = readConfig({ DATA_DIR: dataDir })
  if (!result.ok) throw new Error('the configuration is wrong')
  return { config: result.config, db, clock, blobs: await openBlobs(result.config, pino({ level: 'silent' })) }
}
const compare = async (): Promise<Comparison> => compareStores(await services())
const kindsOf = ({ differences }: Comparison) => differences.map(({ kind }) => kind).sort()
const folderOf = (kind: string) => join(dataDir, 'blobs', ann.workspaceId, kind)
async function filesIn(kind: string): Promise<string[]> {
  return (await readdir(folderOf(kind))).sort().map((name) => join(folderOf(kind), name))
}

test('a hub that was stopped in order has no difference, and every clip is compared by its hash (OPS-04, FACT-12)', async () => {
  const told: [number, number][] = []
  const comparison = await compareStores(await services(), (done, of) => void told.push([done, of]))
  expect(told).toEqual(Array.from({ length: CLIPS }, (_, done) => [done, CLIPS]))
  expect(comparison).toEqual({
    videos: CLIPS,
    hashed: CLIPS,
    files: 2 * CLIPS + 1,
    films: { unread: CLIPS, unplayable: 0 },
    young: 0,
    differences: [],
  })
})

test('a file whose row another hub may be writing is no difference for an hour, and is counted (OPS-04)', async () => {
  const checked = await services()
  const shared = { ...checked, config: { ...checked.config, databaseUrl: 'postgres://db.invalid/nightjar' } }
  await writeFile(join(folderOf('clips'), `${randomUUID()}.webm`), 'new')
  const at = async (nowMs: number) => {
    const { young, differences } = await compareStores({ ...shared, clock: manualClock(nowMs) })
    return [young, differences.map(({ kind }) => kind)]
  }
  expect(await at(Date.now() + 59 * 60_000)).toEqual([1, []])
  expect(await at(Date.now() + 61 * 60_000)).toEqual([0, ['stray']])
})

test('what comes while another hub on the same store goes on is no difference (OPS-04)', async () => {
  await start()
  const checked = await services()
  const list = checked.blobs.list.bind(checked.blobs)
  checked.blobs.list = async () => {
    const keys = await list()
    const { id: cameraId } = await addCamera(hub.fastify, ann)
    await postSnapshot(hub.fastify, ann, cameraId)
    await postClip(hub.fastify, ann, { cameraId, fields: { thumbnail: jpeg().toString('base64') } })
    return keys
  }
  const { videos, differences } = await compareStores(checked)
  await hub.close()
  expect([videos, differences]).toEqual([CLIPS + 1, []])
})

test('what somebody deletes meanwhile is no difference either, gone already or still on its way out (OPS-04)', async () => {
  await start()
  const checked = await services()
  const open = checked.blobs.open.bind(checked.blobs)
  const { id: removedId } = await addCamera(hub.fastify, ann, 'Removed')
  await postSnapshot(hub.fastify, ann, removedId)
  const { videos } = await listVideos(hub.fastify, ann)
  const [first = '', gone = '', going = ''] = videos.map(({ id }) => id).sort()
  const remove = async (videoId: string) => {
    await send(hub.fastify, ann, 'DELETE', `/videos/${videoId}`)
    await hub.hub.jobs.runNow(BLOB_REMOVAL_JOB)
  }
  checked.blobs.open = async (key) => {
    if (key.includes(going)) {
      await remove(going)
      // As a bucket says of an object that goes amid its reading.
      throw new Error('no such key')
    }
    if (!key.includes(first)) return open(key)
    await remove(gone)
    // Its picture is on its way out.
    await send(hub.fastify, ann, 'DELETE', `/cameras/${removedId}`)
    return open(key)
  }
  const { differences } = await compareStores(checked)
  await hub.close()
  expect(differences).toEqual([])
})

/** One of each kind of damage. */
async function damage(): Promise<void> {
  const [missing = '', short = '', flipped = ''] = await filesIn('clips')
  const [picture = ''] = await filesIn('thumbnails')
  const [snapshot = ''] = await filesIn('snapshots')
  for (const path of [missing, picture, snapshot]) await unlink(path)
  await truncate(short, 500)
  const { readFile } = await import('node:fs/promises')
  const bytes = await readFile(flipped)
  bytes.writeUInt8(bytes.readUInt8(600) ^ 1, 600)
  await writeFile(flipped, bytes)
  await writeFile(join(folderOf('clips'), '00000000-0000-4000-8000-00000000000a.webm'), webm())
}

test('finds what is missing, truncated, changed in one bit and without a row (OPS-04)', async () => {
  await damage()
  expect(kindsOf(await compare())).toEqual([
    'bytes-differ',
    'clip-missing',
    'size-differs',
    'snapshot-missing',
    'stray',
    'thumbnail-missing',
  ])
  expect(kindsOf(await compare())).toHaveLength(6)
})

test('repairs when told: strays go to lost/, rows without a file go, damaged clips stay (OPS-04)', async () => {
  await damage()
  const repair = await repairStores(await services(), await compare())
  expect(repair.kind === 'done' && repair.left.map(({ kind }) => kind).sort()).toEqual(['bytes-differ', 'size-differs'])
  expect(kindsOf(await compare())).toEqual(['bytes-differ', 'size-differs'])
  expect(await readdir(join(dataDir, 'lost', ann.workspaceId, 'clips'))).toHaveLength(1)
  // A camera that has not heard that its clip came has it still: it may bring it back.
  expect(await db.selectFrom('removed_clips').selectAll().execute()).toEqual([])
  await start()
  expect((await listVideos(hub.fastify, ann)).total).toBe(CLIPS - 1)
  await hub.close()
})

async function setAside(kind: string, path: string): Promise<void> {
  const lost = join(dataDir, 'lost', ann.workspaceId, kind)
  await mkdir(lost, { recursive: true })
  await rename(path, join(lost, basename(path)))
}

test('repairs by what lies in lost/ where a row names it, before any row goes (OPS-04)', async () => {
  for (const kind of ['clips', 'thumbnails', 'snapshots']) {
    const [path = ''] = await filesIn(kind)
    await setAside(kind, path)
  }
  const comparison = await compare()
  expect(kindsOf(comparison)).toEqual(['clip-missing', 'snapshot-missing', 'thumbnail-missing'])
  expect(await repairStores(await services(), comparison)).toEqual({ kind: 'done', left: [] })
  expect(await compare()).toMatchObject({ videos: CLIPS, files: 2 * CLIPS + 1, differences: [] })
})

test('brings all clips back from lost/, and says which of them came back with other bytes (HUB-14)', async () => {
  const [longer = '', ...others] = await filesIn('clips')
  await appendFile(longer, 'x')
  for (const path of [longer, ...others]) await setAside('clips', path)
  const repair = await repairStores(await services(), await compare())
  expect(repair).toMatchObject({ kind: 'done', left: [{ kind: 'size-differs' }] })
  expect(kindsOf(await compare())).toEqual(['size-differs'])
  expect((await compare()).videos).toBe(CLIPS)
})

test('finds a day whose count is wrong, and counts it again when told (OPS-04)', async () => {
  await db.updateTable('recording_days').set({ events: 3 }).execute()
  const comparison = await compare()
  expect(comparison.differences).toEqual([{ kind: 'day-differs', key: `${ann.workspaceId} 2026-03-10` }])
  expect(await repairStores(await services(), comparison)).toEqual({ kind: 'done', left: [] })
  expect((await compare()).differences).toEqual([])
  expect(await db.selectFrom('recording_days').select('events').execute()).toEqual([{ events: CLIPS }])
})

test('takes no rows out when most recordings seem lost: the disk may be absent', async () => {
  const [known = '', ...lost] = await filesIn('clips')
  await setAside('clips', known)
  for (const path of lost) await unlink(path)
  expect(await repairStores(await services(), await compare())).toEqual({ kind: 'refused' })
  expect((await compare()).videos).toBe(CLIPS)
})

test('finds each of many planted faults (OPS-04)', async () => {
  const planted = await filesIn('clips')
  for (const [index, path] of planted.entries()) {
    if (index % 2 === 0) await truncate(path, index)
    else await unlink(path)
  }
  const { differences } = await compare()
  expect(differences).toHaveLength(planted.length)
})
