import { mkdir, mkdtemp, readdir, rename, rm, unlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartupProblem } from '../../../server/lib/startup-problem'
import { addCamera, listVideos, pathOf, send } from '../support/calls'
import { jpeg, postClip, postSnapshot, webm } from '../support/forms'
import { manualClock, startTestHub, type TestHub } from '../support/hub'

let dataDir: string
let hub: TestHub
const clock = manualClock()
const start = async (logLevel?: 'info') => {
  hub = await startTestHub({ dataDir, clock, tier: 'PRO', ...(logLevel && { logLevel }) })
  return hub
}
beforeEach(async () => {
  dataDir = join(await mkdtemp(join(tmpdir(), 'nightjar-restart-')), 'data')
  await start()
})
afterEach(async () => {
  await hub.close()
  await rm(join(dataDir, '..'), { recursive: true })
})

test('sessions, links and recordings outlive a restart', async () => {
  const ann = await hub.signIn()
  const { id: cameraId } = await addCamera(hub.fastify, ann)
  await postSnapshot(hub.fastify, ann, cameraId)
  await postClip(hub.fastify, ann, { cameraId })
  const before = await listVideos(hub.fastify, ann)
  await hub.close()
  await start()
  expect(await listVideos(hub.fastify, ann)).toEqual(before)
  const answer = await hub.fastify.inject({ url: pathOf(before.videos[0]?.videoUrl) })
  expect(answer.rawPayload.equals(webm())).toBe(true)
  const [{ screenshotUrl }] = (await send(hub.fastify, ann, 'GET', '/screenshots')).json()
  expect((await hub.fastify.inject({ url: pathOf(screenshotUrl) })).rawPayload.equals(jpeg())).toBe(true)
})

test('sets aside what a crash left without a row, and reports rows without a file (HUB-14)', async () => {
  const ann = await hub.signIn()
  const { id: cameraId } = await addCamera(hub.fastify, ann)
  await postClip(hub.fastify, ann, { cameraId })
  await postClip(hub.fastify, ann, { cameraId })
  await hub.close()
  const clips = join(dataDir, 'blobs', ann.workspaceId, 'clips')
  const [kept = '', lost = ''] = await readdir(clips)
  await unlink(join(clips, lost))
  const stray = join(clips, '00000000-0000-4000-8000-000000000000.webm')
  await writeFile(stray, webm())
  // Old enough that no other hub can be about to write its row.
  const twoHoursAgo = new Date(clock.now() - 2 * 3_600_000)
  await utimes(stray, twoHoursAgo, twoHoursAgo)
  await writeFile(join(dataDir, 'incoming', 'half'), 'half a clip')
  await start('info')
  expect(await readdir(clips)).toEqual([kept])
  expect(await readdir(join(dataDir, 'incoming'))).toEqual([])
  const lines = hub.logLines.map((line) => JSON.parse(line))
  expect(lines).toContainEqual(expect.objectContaining({ level: 30, staged: 1 }))
  expect(lines).toContainEqual(expect.objectContaining({ level: 30, strays: 1 }))
  expect(lines).toContainEqual(expect.objectContaining({ level: 40, orphans: 1 }))
  expect(lines).toContainEqual(expect.objectContaining({ level: 40, missing: 1 }))
})

test('brings back from lost/ what a row names, as after a newer database was put back (HUB-14)', async () => {
  const ann = await hub.signIn()
  const { id: cameraId } = await addCamera(hub.fastify, ann)
  await postClip(hub.fastify, ann, { cameraId })
  await postClip(hub.fastify, ann, { cameraId })
  const { videos } = await listVideos(hub.fastify, ann)
  await hub.close()
  const clips = join(dataDir, 'blobs', ann.workspaceId, 'clips')
  const [gone = '', aside = ''] = await readdir(clips)
  await unlink(join(clips, gone))
  const lost = join(dataDir, 'lost', ann.workspaceId)
  await mkdir(lost, { recursive: true })
  await rename(clips, join(lost, 'clips'))
  // No row names it.
  await writeFile(join(lost, 'clips', 'stray.webm'), webm())
  await start('info')
  expect(await readdir(clips)).toEqual([aside])
  expect(await readdir(join(lost, 'clips'))).toEqual(['stray.webm'])
  const found = await Promise.all(videos.map(({ videoUrl }) => hub.fastify.inject({ url: pathOf(videoUrl) })))
  expect(found.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
  const lines = hub.logLines.map((line) => JSON.parse(line))
  expect(lines).toContainEqual(expect.objectContaining({ level: 40, broughtBack: 1 }))
  expect(lines).toContainEqual(expect.objectContaining({ level: 40, missing: 1 }))
})

test('a second hub on the same data folder is refused with a sentence', async () => {
  const second = startTestHub({ dataDir })
  await expect(second).rejects.toThrow(StartupProblem)
  await expect(second).rejects.toThrow(/is in use by another hub\. Stop it, or set another DATA_DIR\.$/)
})
