import { mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { backUp } from '../../../server/hub/backup'
import { addCamera, listVideos, pathOf } from '../support/calls'
import { seen, seenFields } from '../support/detections'
import { postClip, webm } from '../support/forms'
import { manualClock, type SignedInUser, startTestHub, type TestHub } from '../support/hub'

let folder: string
let hub: TestHub
let ann: SignedInUser
let cameraId: string
const clock = manualClock()
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nightjar-backup-'))
  hub = await startTestHub({ dataDir: join(folder, 'data'), clock, tier: 'TEAM' })
  ann = await hub.signIn()
  cameraId = (await addCamera(hub.fastify, ann)).id
})
afterEach(async () => {
  await hub.close()
  await rm(folder, { recursive: true, force: true })
})

const clipOf = (index: number) => webm(20_000 + index, index % 256)
const upload = async (index: number) =>
  expect((await postClip(hub.fastify, ann, { cameraId, bytes: clipOf(index) })).statusCode).toBe(201)

test('a backup taken while the hub stores clips holds every clip that was acknowledged before it (OPS-05)', async () => {
  for (let index = 0; index < 20; index++) await upload(index)
  const before = (await listVideos(hub.fastify, ann, '?pageSize=100')).videos
  let isUploading = true
  const uploads = (async () => {
    for (let index = 20; isUploading; index++) await upload(index)
  })()
  const copy = join(folder, 'copy')
  await backUp(hub.dataDir, copy)
  isUploading = false
  await uploads
  await hub.close()
  hub = await startTestHub({ dataDir: copy, clock, tier: 'TEAM' })
  const restored = (await listVideos(hub.fastify, ann, '?pageSize=100')).videos
  expect(restored.length).toBeGreaterThanOrEqual(before.length)
  expect(restored.map(({ id }) => id)).toEqual(expect.arrayContaining(before.map(({ id }) => id)))
  const wanted = new Set(Array.from({ length: 300 }, (_, index) => clipOf(index).toString('base64')))
  for (const { videoUrl } of restored) {
    const { rawPayload } = await hub.fastify.inject({ url: pathOf(videoUrl) })
    expect(wanted.has(rawPayload.toString('base64'))).toBe(true)
  }
})

test('the copy knows who was seen in a recording (PERSON-06)', async () => {
  await postClip(hub.fastify, ann, { cameraId, fields: seenFields([seen(250)]) })
  const copy = join(folder, 'copy')
  await backUp(hub.dataDir, copy)
  await hub.close()
  hub = await startTestHub({ dataDir: copy, clock, tier: 'TEAM' })
  expect((await listVideos(hub.fastify, ann)).videos[0]?.detections).toEqual([seen(250)])
})

test('the copy is for its owner only, and is never put into a folder that holds something', async () => {
  await upload(1)
  const copy = join(folder, 'copy')
  await backUp(hub.dataDir, copy)
  for (const name of ['.', 'blobs']) expect((await stat(join(copy, name))).mode & 0o777).toBe(0o700)
  for (const name of ['nightjar.db', 'secret']) expect((await stat(join(copy, name))).mode & 0o777).toBe(0o600)
  await expect(backUp(hub.dataDir, copy)).rejects.toThrow(/is not empty\. Name a new folder\.$/)
  await expect(backUp(join(folder, 'none'), join(folder, 'other'))).rejects.toThrow(/There is no hub in/)
})

test('a folder of recordings that cannot be listed ends the backup: one without them is none (OPS-05)', async () => {
  await upload(1)
  const blobs = join(hub.dataDir, 'blobs')
  await rename(blobs, join(folder, 'away'))
  // Rights would not keep root out.
  await writeFile(blobs, 'no folder')
  await expect(backUp(hub.dataDir, join(folder, 'copy'))).rejects.toThrow(/ENOTDIR/)
})
