import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { backUp } from '../../../server/hub/backup'
import { compareStores, repairStores } from '../../../server/hub/check'
import { readConfig } from '../../../server/hub/config'
import { StartupProblem } from '../../../server/lib/startup-problem'
import { openFileBlobs } from '../../../server/storage/file-blobs'
import { openS3Blobs } from '../../../server/storage/s3/s3-blobs'
import { s3Limits } from '../../../server/storage/s3/s3-fetch'
import { openExportFile } from '../../../server/workspace/export-file'
import { addCamera, listVideos, pathOf, send } from '../support/calls'
import { withBadSector } from '../support/disks/bad-sector'
import { jpeg, postClip, webm } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { startS3, type TestS3 } from '../support/s3/s3'
import { openHubDatabase } from '../support/webhook-worker'
import { unzip } from '../support/zip'

const CLIP_BYTES = 200_000
let root: string
let hub: TestHub
let ann: SignedInUser
let bad: string
let s3: TestS3 | null = null
let mend = () => {}

async function fill(environment: Record<string, string> = {}): Promise<void> {
  hub = await startTestHub({ tier: 'PRO', environment })
  ann = await hub.signIn()
  const { id: cameraId } = await addCamera(hub.fastify, ann)
  for (let index = 1; index <= 3; index++)
    await postClip(hub.fastify, ann, { cameraId, bytes: webm(CLIP_BYTES, index) })
  bad = `${ann.workspaceId}/clips/${(await listVideos(hub.fastify, ann)).videos[1]?.id}.webm`
}
// How long is waited between tries is told by `s3-reading.once.test.ts`: here each would take 300 ms and more.
const { retryMs } = s3Limits
beforeAll(() => void Object.assign(s3Limits, { retryMs: 5 }))
afterAll(() => void Object.assign(s3Limits, { retryMs }))

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'nightjar-sector-'))
})
afterEach(async () => {
  mend()
  await hub.close()
  await s3?.close()
  s3 = null
  await rm(root, { recursive: true })
})

async function toCheck() {
  const result = readConfig({ DATA_DIR: hub.dataDir })
  if (!result.ok) throw new Error('the configuration is wrong')
  const blobs = await (s3 === null
    ? openFileBlobs(hub.dataDir)
    : openS3Blobs(s3.config, root, { warn: () => undefined }))
  return { config: result.config, clock: hub.clock, db: await openHubDatabase(hub), blobs }
}
const exported = async () => {
  const link = (await send(hub.fastify, ann, 'POST', `/workspaces/${ann.workspaceId}/export`)).json().url
  return hub.fastify.inject(pathOf(link))
}
const filmsIn = (files: Map<string, Buffer>) =>
  [...files].filter(([name]) => name.startsWith('videos/') && name.endsWith('.webm'))

test('the check names a recording that cannot be read, compares the others, and leaves it alone (OPS-04)', async () => {
  await fill()
  mend = withBadSector(bad, 0)
  const services = await toCheck()
  const comparison = await compareStores(services)
  const differences = [{ kind: 'unreadable', key: bad }]
  expect(comparison).toMatchObject({ videos: 3, differences })
  expect(await repairStores(services, comparison)).toEqual({ kind: 'done', left: differences })
  await services.db.destroy()
})

test('a clip is taken without the snapshot that would stand in for its picture, where that cannot be read (HUB-15)', async () => {
  await fill()
  const { id: cameraId } = await addCamera(hub.fastify, ann, 'Gate')
  const snapshot = `${ann.workspaceId}/snapshots/${cameraId}.jpg`
  await mkdir(dirname(join(hub.dataDir, 'blobs', snapshot)), { recursive: true })
  await writeFile(join(hub.dataDir, 'blobs', snapshot), jpeg())
  const pictureOfNext = async () => {
    const { id } = (await postClip(hub.fastify, ann, { cameraId })).json()
    return (await listVideos(hub.fastify, ann)).videos.find((video) => video.id === id)?.thumbnailUrl
  }
  mend = withBadSector(snapshot, 100)
  expect(await pictureOfNext()).toBeNull()
  mend()
  expect(await pictureOfNext()).toContain('/thumbnails/')
})

test('a backup has all but what cannot be read, and names that; a target that fails has none (OPS-05)', async () => {
  await fill()
  mend = withBadSector(bad, 1000)
  const copy = join(root, 'copy')
  expect(await backUp(hub.dataDir, copy)).toMatchObject({ missing: 0, unreadable: [join('blobs', bad)] })
  expect([existsSync(join(copy, 'nightjar.db')), existsSync(join(copy, 'blobs', bad))]).toEqual([true, false])
  mend()
  mend = withBadSector('secret', 0)
  await expect(backUp(hub.dataDir, join(root, 'another'))).rejects.toThrow(StartupProblem)
  mend()
  mend = withBadSector(null, 0)
  await expect(backUp(hub.dataDir, join(root, 'another'))).rejects.toThrow(StartupProblem)
})

test('an export has all but a recording that cannot be read, and names it (EXT-13)', async () => {
  await fill()
  mend = withBadSector(bad, 0)
  const files = unzip((await exported()).rawPayload)
  expect(filmsIn(files)).toHaveLength(2)
  expect([...files.keys()].at(-1)).toBe('unreadable.txt')
  expect(String(files.get('unreadable.txt'))).toMatch(/^The hub could not read .*\nvideos\/.*\.webm: left out\n$/)
})

test('what an export cannot read of a recording in its middle is zeros (EXT-13)', async () => {
  await fill()
  mend = withBadSector(bad, 70_000)
  const files = unzip((await exported()).rawPayload)
  const films = filmsIn(files).map(([, film]) => film)
  expect(films.map(({ length }) => length)).toEqual([CLIP_BYTES, CLIP_BYTES, CLIP_BYTES])
  const zeros = Buffer.alloc(CLIP_BYTES - 70_000)
  const ends = [1, 2, 3].map((index) => Buffer.concat([webm(CLIP_BYTES, index).subarray(0, 70_000), zeros]))
  expect(films.filter((film) => ends.some((end) => film.equals(end)))).toHaveLength(1)
  expect(String(files.get('unreadable.txt'))).toMatch(/\.webm: zeros from byte 70000 on\n$/)
})

test('one object that a bucket does not give ends neither export nor check, a bucket that is away does (EXT-13, OPS-04)', async () => {
  s3 = await startS3()
  await fill(s3.environment)
  const services = await toCheck()
  const isOfClip = (request: string) => /^(GET|HEAD) .*\/clips\//.test(request)
  s3.moodOf = (request) => (isOfClip(request) && request.includes(bad) ? 'failing' : 'well')
  expect(filmsIn(unzip((await exported()).rawPayload))).toHaveLength(2)
  expect((await compareStores(services)).differences).toEqual([{ kind: 'unreadable', key: bad }])
  s3.moodOf = (request) => (isOfClip(request) || request.includes('prefix=blobs%2F') ? 'failing' : 'well')
  await expect(exported()).rejects.toThrow()
  s3.moodOf = (request) => (isOfClip(request) || request.includes(`${ann.workspaceId}%2Fclips`) ? 'failing' : 'well')
  await expect(compareStores(services)).rejects.toMatchObject({ status: 503 })
  await services.db.destroy()
})

test('a store that goes away in the middle of a recording ends an export, with no zeros for the rest (EXT-13)', async () => {
  await fill()
  const away = new Error('the store is away')
  const halves = async function* () {
    yield webm(1000)
    throw away
  }
  const blob = { sizeBytes: 2000, stream: () => Readable.from(halves()), close: async () => {} }
  const store = { open: async () => blob, stat: () => Promise.reject(away) }
  const file = await openExportFile(store, bad, () => expect.unreachable())
  await expect(file?.stream.toArray()).rejects.toBe(away)
})

test.each([
  ['in its middle', 1000, 'zeros from byte 1000 on'],
  ['at once', 0, 'left out'],
])('a recording that ends %s without a word is named in an export (EXT-13)', async (_where, readBytes, said) => {
  await fill()
  const source = Readable.from(readBytes === 0 ? [] : [webm(readBytes)])
  const blob = { sizeBytes: 2000, stream: () => source, close: async () => {} }
  const facts = { sizeBytes: 2000, changedAtMs: 0 }
  const notes: string[] = []
  const file = await openExportFile({ open: async () => blob, stat: async () => facts }, bad, (what) =>
    notes.push(what),
  )
  const read = await file?.stream.toArray()
  expect([read && Buffer.concat(read).length, notes]).toEqual([readBytes === 0 ? undefined : 2000, [said]])
})

test('a recording that nobody reads to its end is closed (EXT-13)', async () => {
  await fill()
  const source = Readable.from([webm(1000), webm(1000)])
  const blob = { sizeBytes: 2000, stream: () => source, close: async () => {} }
  const file = await openExportFile({ open: async () => blob, stat: async () => null }, bad, () => expect.unreachable())
  file?.stream.destroy()
  await expect.poll(() => source.destroyed).toBe(true)
})
