import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartupProblem } from '../../server/startup-problem'
import { addCamera, listVideos, pathOf, send } from './support/calls'
import { jpeg, postClip, postSnapshot, webm } from './support/forms'
import { manualClock, startTestHub, type TestHub } from './support/hub'

let dataDir: string
let hub: TestHub
const clock = manualClock()
const start = async (logLevel = 'silent') => {
  hub = await startTestHub({ dataDir, clock, tier: 'PRO', logLevel })
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

test('sets aside what a crash left without a row, and reports rows without a file (design 3)', async () => {
  const ann = await hub.signIn()
  const { id: cameraId } = await addCamera(hub.fastify, ann)
  await postClip(hub.fastify, ann, { cameraId })
  await postClip(hub.fastify, ann, { cameraId })
  await hub.close()
  const clips = join(dataDir, 'blobs', ann.workspaceId, 'clips')
  const [kept = '', lost = ''] = await readdir(clips)
  await unlink(join(clips, lost))
  await writeFile(join(clips, '00000000-0000-4000-8000-000000000000.webm'), webm())
  await writeFile(join(dataDir, 'incoming', 'half'), 'half a clip')
  await start('info')
  expect(await readdir(clips)).toEqual([kept])
  expect(await readdir(join(dataDir, 'incoming'))).toEqual([])
  const lines = hub.logLines.map((line) => JSON.parse(line))
  expect(lines).toContainEqual(expect.objectContaining({ level: 30, staged: 1 }))
  expect(lines).toContainEqual(expect.objectContaining({ level: 40, orphans: 1 }))
  expect(lines).toContainEqual(expect.objectContaining({ level: 40, missing: 1 }))
})

test('a database that was lost costs no recording: the files wait in the folder lost (design 3)', async () => {
  const ann = await hub.signIn()
  const { id: cameraId } = await addCamera(hub.fastify, ann)
  await postClip(hub.fastify, ann, { cameraId })
  await hub.close()
  const clips = 'clips'
  const [name = ''] = await readdir(join(dataDir, 'blobs', ann.workspaceId, clips))
  const bytes = await readFile(join(dataDir, 'blobs', ann.workspaceId, clips, name))
  for (const file of await readdir(dataDir)) {
    if (file.startsWith('nightjar.db')) await rename(join(dataDir, file), join(dataDir, `old-${file}`))
  }
  await start()
  expect(await readFile(join(dataDir, 'lost', ann.workspaceId, clips, name))).toEqual(bytes)
})

test('nobody else on the machine can read the data (design 2)', async () => {
  const ann = await hub.signIn()
  const { id: cameraId } = await addCamera(hub.fastify, ann)
  await postClip(hub.fastify, ann, { cameraId })
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    const { mode } = await stat(join(entry.parentPath, entry.name))
    expect([entry.name, mode & 0o777]).toEqual([entry.name, entry.isDirectory() ? 0o700 : 0o600])
  }
})

test('a second hub on the same data folder is refused with a sentence', async () => {
  const second = startTestHub({ dataDir })
  await expect(second).rejects.toThrow(StartupProblem)
  await expect(second).rejects.toThrow(/is in use by another hub\. Stop it, or set another DATA_DIR\.$/)
})

test('a data folder that is a file, a broken database and a broken secret are told in a sentence', async () => {
  await expect(startTestHub({ dataDir: join(dataDir, 'secret') })).rejects.toThrow(
    /cannot be used: there is a file where a folder should be/,
  )
  const broken = join(dataDir, '..', 'broken')
  await mkdir(broken)
  await writeFile(join(broken, 'nightjar.db'), 'this is no database, it is a longer text of no meaning')
  await expect(startTestHub({ dataDir: broken })).rejects.toThrow(/^The database .* cannot be used: /)
  await writeFile(join(broken, 'secret'), 'short')
  await expect(startTestHub({ dataDir: broken })).rejects.toThrow(/secret is damaged\./)
})
