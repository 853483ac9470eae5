import { chmod, mkdir, mkdtemp, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BLOB_REMOVAL_JOB } from '../../../server/storage/blob-removals'
import { openS3Blobs } from '../../../server/storage/s3/s3-blobs'
import { addCamera, listVideos, pathOf, send } from '../support/calls'
import { forgetDatabase } from '../support/database'
import { postClip } from '../support/forms'
import { manualClock, type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { writeRecorded } from '../support/recorded'
import { startS3 } from '../support/s3/s3'

const clock = manualClock()
let root: string
let dataDir: string
let blobs: string
let hub: TestHub
let ann: SignedInUser
let cameraId: string

async function start(environment: Record<string, string> = {}): Promise<void> {
  hub = await startTestHub({ dataDir, clock, tier: 'PRO', environment })
}
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'nightjar-absent-'))
  dataDir = join(root, 'data')
  blobs = join(dataDir, 'blobs')
  await start()
  ann = await hub.signIn()
  cameraId = (await addCamera(hub.fastify, ann)).id
  for (let index = 0; index < 3; index++) await upload()
})
afterEach(async () => {
  await hub.close()
  await rm(root, { recursive: true })
  await forgetDatabase(dataDir)
})

const upload = async () => (await postClip(hub.fastify, ann, { cameraId })).statusCode
/** The disk of the recordings leaves its empty mount point. */
async function unmount(): Promise<void> {
  await rename(blobs, join(root, 'disk'))
  await mkdir(blobs)
}
async function mount(): Promise<void> {
  await rm(blobs, { recursive: true })
  await rename(join(root, 'disk'), blobs)
}
const statuses = async () => {
  const { videos } = await listVideos(hub.fastify, ann)
  const answers = await Promise.all(videos.map(({ videoUrl }) => hub.fastify.inject({ url: pathOf(videoUrl) })))
  return answers.map(({ statusCode }) => statusCode)
}
const removeOne = async () => {
  const [video] = (await listVideos(hub.fastify, ann)).videos
  expect((await send(hub.fastify, ann, 'DELETE', `/videos/${video?.id}`)).statusCode).toBe(200)
}
const refusal = {
  message: expect.stringMatching(/blobs \(is its disk mounted\?\)\. If they are lost, /),
  remedy: 'time',
}

test('a hub whose disk of recordings is not mounted waits for it, and has lost nothing then (OPS-16)', async () => {
  await removeOne()
  await hub.close()
  await unmount()
  await expect(start()).rejects.toMatchObject(refusal)
  expect(await readdir(blobs)).toEqual([])
  await mount()
  await start()
  expect(await statuses()).toEqual([200, 200])
  // What was on its way out is gone, not set aside.
  expect(await readdir(dataDir)).not.toContain('lost')
})

test('where all recordings are lost an empty mark has the hub go on without them (OPS-16)', async () => {
  await hub.close()
  await unmount()
  await writeFile(join(blobs, 'owner'), '')
  await start()
  expect(await statuses()).toEqual([404, 404, 404])
  expect(await upload()).toBe(201)
})

test('a mark that is lost, or recordings that were set aside, keep no hub from starting (OPS-16)', async () => {
  await hub.close()
  await rm(join(blobs, 'owner'))
  await start()
  expect(await statuses()).toEqual([200, 200, 200])
  await hub.close()
  await rename(blobs, join(dataDir, 'lost'))
  await rm(join(dataDir, 'lost', 'owner'))
  await start()
  expect(await statuses()).toEqual([200, 200, 200])
})

test('a hub starts where one of the 20 latest recordings is left, however old its others are (OPS-16)', async () => {
  const later = { cameraId, type: 'MOTION', title: 'Motion', atMs: clock.now() + 1, sizeBytes: 10 } as const
  await writeRecorded(
    dataDir,
    ann,
    Array.from({ length: 19 }, () => later),
  )
  await hub.close()
  await rm(join(blobs, 'owner'))
  await start()
  await writeRecorded(dataDir, ann, [later])
  await hub.close()
  await rm(join(blobs, 'owner'))
  await expect(start()).rejects.toMatchObject(refusal)
})

test('what a disk of its own has at its top beside the recordings is left alone, also where only root may enter it (OPS-16)', async () => {
  await hub.close()
  const closed = join(blobs, 'lost+found')
  await mkdir(join(closed, '#1234'), { recursive: true })
  await writeFile(join(closed, '#1234', 'inode'), 'of the file system')
  // Who is not root is kept out of it; for root it would be a recording without a row.
  await utimes(join(closed, '#1234', 'inode'), 1, 1)
  await chmod(closed, 0)
  try {
    await start()
  } finally {
    await chmod(closed, 0o700)
  }
  expect(await statuses()).toEqual([200, 200, 200])
  expect(await readdir(join(closed, '#1234'))).toEqual(['inode'])
  expect(await readdir(dataDir)).not.toContain('lost')
})

test('another disk in the place of the recordings is not taken over (OPS-16)', async () => {
  await hub.close()
  await unmount()
  await writeFile(join(blobs, 'owner'), 'another')
  await expect(start()).rejects.toThrow(/ is in .*blobs \(is its disk mounted|belong to another database/)
  await mount()
  await start()
})

test('an empty bucket that is named for a hub with recordings is refused, until it is marked by hand (OPS-16)', async () => {
  await hub.close()
  const s3 = await startS3()
  await expect(start(s3.environment)).rejects.toMatchObject({
    message: expect.stringMatching(/ is in the bucket recordings\. Set the S3_BUCKET that has them; /),
    remedy: 'time',
  })
  await (await openS3Blobs(s3.config, root, { warn: () => undefined })).markAs('')
  await start(s3.environment)
  await hub.close()
  await s3.close()
  await start()
})

test('a disk that goes while the hub runs takes no clip into its empty folder, nor a removal for done, and nothing for gone (HUB-15)', async () => {
  await unmount()
  expect(await upload()).toBe(503)
  await removeOne()
  await expect(hub.hub.jobs.runNow(BLOB_REMOVAL_JOB)).rejects.toThrow('1 files')
  expect(await readdir(blobs, { recursive: true })).toEqual([])
  // Gone, they would be left out of an export without a word.
  expect(await statuses()).toEqual([503, 503])
  const { url } = (await send(hub.fastify, ann, 'POST', `/workspaces/${ann.workspaceId}/export`)).json()
  await expect(hub.fastify.inject(pathOf(url))).rejects.toThrow(/response destroyed/)
  await mount()
  expect(await statuses()).toEqual([200, 200])
  await hub.hub.jobs.runNow(BLOB_REMOVAL_JOB)
  expect(await readdir(join(blobs, ann.workspaceId, 'clips'))).toHaveLength(2)
  expect(await upload()).toBe(201)
})
