import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Db } from '../../../server/db/schema'
import { RETENTION_JOB } from '../../../server/recordings/retention'
import { BLOB_REMOVAL_JOB } from '../../../server/storage/blob-removals'
import { noteBlobRemovals } from '../../../server/storage/blob-rows'
import { addCamera, listVideos, send } from '../support/calls'
import { forgetDatabase, openTestDatabase } from '../support/database'
import { passTime } from '../support/days'
import { postClip } from '../support/forms'
import { manualClock, type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { writeRecorded } from '../support/recorded'

const clock = manualClock()
let dataDir: string
let hub: TestHub
let ann: SignedInUser
let cameraId: string

async function start(hasJobTimers = false) {
  hub = await startTestHub({ dataDir, clock, logLevel: 'warn', hasJobTimers })
  ann = await hub.signIn()
}
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nightjar-removals-'))
  await start()
  cameraId = (await addCamera(hub.fastify, ann)).id
})
afterEach(async () => {
  await hub.close()
  await rm(dataDir, { recursive: true })
  await forgetDatabase(dataDir)
})

async function onDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const db = await openTestDatabase(dataDir)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

const keyOf = (number: number) => `${ann.workspaceId}/clips/stuck-${String(number).padStart(3, '0')}.webm`
const stuckKeys = (count: number) => Array.from({ length: count }, (_, index) => keyOf(index))
/** Asks for the removal of what cannot be removed, before all else: folders in the place of files. */
async function askForStuck(count: number): Promise<void> {
  for (const key of stuckKeys(count)) await mkdir(join(dataDir, 'blobs', key), { recursive: true })
  await onDatabase((db) => noteBlobRemovals(db, stuckKeys(count), 1))
}
const asked = () =>
  onDatabase(async (db) => {
    const rows = await db.selectFrom('blob_removals').select('blob_key').execute()
    return rows.map((row) => row.blob_key).toSorted()
  })
const round = (job: string) => hub.hub.jobs.runNow(job)
const recordingsOnDisk = async () =>
  (await readdir(join(dataDir, 'blobs', ann.workspaceId, 'clips'), { withFileTypes: true })).filter((one) =>
    one.isFile(),
  )

test('files that cannot be removed keep no other from going, are reported and tried again (KEEP-07)', async () => {
  // More than one page of them.
  await askForStuck(101)
  const { id } = (await postClip(hub.fastify, ann, { cameraId })).json()
  await send(hub.fastify, ann, 'DELETE', `/videos/${id}`)
  await expect(round(BLOB_REMOVAL_JOB)).rejects.toThrow('101 files')
  expect(await recordingsOnDisk()).toEqual([])
  expect(await asked()).toEqual(stuckKeys(101))
  expect(hub.logLines.filter((line) => line.includes(keyOf(0)))).toHaveLength(1)
  await rm(join(dataDir, 'blobs', keyOf(7)), { recursive: true })
  await expect(round(BLOB_REMOVAL_JOB)).rejects.toThrow('100 files')
  expect(await asked()).toEqual(stuckKeys(101).filter((key) => key !== keyOf(7)))
})

test('a hub starts with files that cannot be removed (KEEP-07)', async () => {
  await askForStuck(1)
  await hub.close()
  await start()
  expect((await listVideos(hub.fastify, ann)).total).toBe(0)
  expect(hub.logLines.filter((line) => line.includes(keyOf(0)))).toHaveLength(1)
})

test('a start waits five seconds at most for files on their way out, sets none aside, and goes on with them (KEEP-07)', async () => {
  const { id } = (await postClip(hub.fastify, ann, { cameraId })).json()
  await send(hub.fastify, ann, 'DELETE', `/videos/${id}`)
  await hub.close()
  const right = AbortSignal.timeout
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  timeout.mockImplementation((limitMs) => (limitMs === 5_000 ? AbortSignal.abort() : right.call(AbortSignal, limitMs)))
  try {
    await start()
    expect([await asked(), (await recordingsOnDisk()).length]).toEqual([[expect.stringContaining(id)], 1])
    await hub.close()
    await start(true)
    await expect.poll(asked).toEqual([])
    expect(await recordingsOnDisk()).toEqual([])
  } finally {
    timeout.mockRestore()
  }
})

test('recordings that are too old go by more than one batch beside files that cannot be removed (KEEP-05)', async () => {
  await askForStuck(1)
  const old = { cameraId, type: 'MOTION', title: 'Motion', atMs: clock.now(), sizeBytes: 10 } as const
  await writeRecorded(
    dataDir,
    ann,
    Array.from({ length: 101 }, () => old),
  )
  await passTime(hub, 31 * 24 * 3_600_000)
  ann = await hub.signIn()
  expect((await listVideos(hub.fastify, ann)).total).toBe(101)
  await round(RETENTION_JOB)
  expect((await listVideos(hub.fastify, ann)).total).toBe(0)
  expect(await asked()).toEqual([keyOf(0)])
})
