import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { backUp } from '../../../server/hub/backup'
import { MINUTE_MS } from '../../../src/lib/durations'
import { addCamera, listVideos, pathOf } from '../support/calls'
import { postClip } from '../support/forms'
import { manualClock, type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { startS3, type TestS3 } from '../support/s3/s3'

const clock = manualClock()
const USES = 'used-by'
const refusal = {
  message: expect.stringMatching(/^Another copy of this hub uses the bucket recordings, .* after 15 minutes this one /),
  remedy: 'time',
}
let root: string
let copy: string
let s3: TestS3
let hub: TestHub
let ann: SignedInUser
const copies: TestHub[] = []

const start = (dataDir: string) => startTestHub({ dataDir, clock, environment: s3.environment })
async function startCopy(): Promise<void> {
  copies.push(await start(copy))
}
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'nightjar-use-'))
  copy = join(root, 'copy')
  s3 = await startS3()
  hub = await start(join(root, 'data'))
  ann = await hub.signIn()
  await backUp(hub.dataDir, copy, 'bucket')
  // What came after the backup, and of which it has no row.
  await postClip(hub.fastify, ann, { cameraId: (await addCamera(hub.fastify, ann)).id })
})
afterEach(async () => {
  s3.moodOf = () => 'well'
  for (const one of [hub, ...copies.splice(0)]) await one.close()
  await s3.close()
  await rm(root, { recursive: true })
})

const status = async () => {
  const [video] = (await listVideos(hub.fastify, ann)).videos
  return (await hub.fastify.inject({ url: pathOf(video?.videoUrl) })).statusCode
}

test('a backup that is tried on the bucket of its hub starts as soon as that has ended, and takes nothing away before (OPS-18)', async () => {
  await expect(startCopy()).rejects.toMatchObject(refusal)
  expect(await status()).toBe(200)
  await hub.close()
  await startCopy()
})

test('a copy waits for 15 minutes after a hub that ended without a word, which may start at once itself (OPS-18)', async () => {
  s3.moodOf = (request) => (request.startsWith('DELETE') ? 'failing' : 'well')
  await hub.close()
  s3.moodOf = () => 'well'
  hub = await start(hub.dataDir)
  await s3.age(USES, 14 * MINUTE_MS)
  await expect(startCopy()).rejects.toMatchObject(refusal)
  await s3.age(USES, 2 * MINUTE_MS)
  await startCopy()
})

test('a hub says every five minutes that it uses its bucket (OPS-18)', async () => {
  await s3.age(USES, 20 * MINUTE_MS)
  await hub.hub.jobs.runNow('store-use')
  await expect(startCopy()).rejects.toMatchObject(refusal)
})

test('a store that says nothing holds no hub at its end (OPS-18)', async () => {
  s3.moodOf = () => 'silent'
  await hub.close()
}, 10_000)
