import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { backUp } from '../../../server/hub/backup'
import { moveRecordings } from '../../../server/hub/migration'
import { openFileBlobs } from '../../../server/storage/file-blobs'
import { addCamera, listVideos, pathOf } from '../support/calls'
import { environmentOf, forgetDatabase, placeTables } from '../support/database'
import { withBadSector } from '../support/disks/bad-sector'
import { postClip } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { startS3, type TestS3 } from '../support/s3/s3'

let dataDir: string
let ann: SignedInUser
let s3: TestS3
let hub: TestHub | null = null
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nightjar-recordings-move-'))
  await placeTables(dataDir)
  s3 = await startS3()
  const own = await start()
  ann = await own.signIn()
  const { id: cameraId } = await addCamera(own.fastify, ann)
  await postClip(own.fastify, ann, { cameraId })
  await postClip(own.fastify, ann, { cameraId })
  await stop()
})
afterEach(async () => {
  await stop()
  await s3.close()
  await forgetDatabase(dataDir)
  await rm(dataDir, { recursive: true, force: true })
})

async function start(environment: Readonly<Record<string, string>> = {}): Promise<TestHub> {
  hub = await startTestHub({ dataDir, environment })
  return hub
}

async function stop(): Promise<void> {
  await hub?.close()
  hub = null
}

const databaseUrl = async () => (await environmentOf(dataDir))['DATABASE_URL'] || null

async function move(to: TestS3 = s3) {
  const log = { warn: () => undefined }
  return moveRecordings({ dataDir, databaseUrl: await databaseUrl(), s3: to.config, log, onUpgrade: () => undefined })
}

async function statuses({ fastify }: TestHub): Promise<number[]> {
  const { videos } = await listVideos(fastify, ann)
  return Promise.all(videos.map(async ({ videoUrl }) => (await fastify.inject({ url: pathOf(videoUrl) })).statusCode))
}

test('recordings move to a bucket while the rows stay, and go on where it was cut off (OPS-06)', async () => {
  let puts = 0
  s3.moodOf = (request) => (request.startsWith('PUT /recordings/blobs/') && ++puts > 1 ? 'failing' : 'well')
  await expect(move()).rejects.toThrow()
  // Nothing was moved: the hub goes on with its files.
  expect(await statuses(await start())).toEqual([200, 200])
  await stop()
  s3.moodOf = () => 'well'
  expect(await move()).toMatchObject({ count: 2, known: 1 })
  expect(await statuses(await start(s3.environment))).toEqual([200, 200])
  await stop()
})

test('a move that is done is not done again: what was deleted since would come back (OPS-06)', async () => {
  await move()
  s3.requests.length = 0
  await expect(move()).rejects.toThrow(/ are in the bucket recordings: set S3_/)
  expect(s3.requests).toEqual([])
})

test('no hub, check or backup goes on with the files that were left, until their mark is deleted (OPS-06)', async () => {
  await move()
  const left =
    / are in the bucket recordings: set S3_\*\. To have them in files there, copy .* and delete \S+recordings-moved\./
  await expect(start()).rejects.toThrow(left)
  if ((await databaseUrl()) === null) {
    const copy = join(dataDir, '..', 'never')
    await expect(backUp(dataDir, copy)).rejects.toThrow(left)
    await expect(access(copy)).rejects.toThrow()
  }
  await rm(join(dataDir, 'recordings-moved'))
  expect(await statuses(await start())).toEqual([200, 200])
})

test('nothing goes into the bucket of another hub, nor from a hub that runs (OPS-06)', async () => {
  const other = await startTestHub({ environment: s3.environment })
  await other.close()
  s3.requests.length = 0
  await expect(move()).rejects.toThrow(/^The recordings in the bucket recordings belong to another database\. /)
  expect(s3.requests.filter((request) => request.startsWith('PUT /recordings/blobs/'))).toEqual([])
  expect(await statuses(await start())).toEqual([200, 200])
  await expect(move()).rejects.toThrow(/is in use by another hub/)
})

test('a file that the disk does not open keeps no other from the bucket, and is named (OPS-06)', async () => {
  const bad = (await (await openFileBlobs(dataDir)).list()).find((key) => key.includes('/clips/')) ?? ''
  const mend = withBadSector(bad, 'open')
  await expect(move().finally(mend)).rejects.toThrow(
    `The disk does not give ${join(dataDir, 'blobs', bad)}. All else is in the bucket, and the hub is where it was. `,
  )
  expect(await move()).toMatchObject({ count: 2, known: 1 })
})

test.each(['EMFILE', 'EACCES'])(
  'a file that %s keeps from being read is not told to be taken away (OPS-06)',
  async (code) => {
    const [key = ''] = await (await openFileBlobs(dataDir)).list()
    const mend = withBadSector(key, 0, code)
    await expect(move().finally(mend)).rejects.toThrow(code)
    expect(await move()).toMatchObject({ count: 2 })
  },
)
