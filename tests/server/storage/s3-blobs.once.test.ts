import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { S3mini } from 's3mini'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HubError } from '../../../server/lib/errors'
import { StartupProblem } from '../../../server/lib/startup-problem'
import { type BlobStore, blobKey } from '../../../server/storage/blobs'
import { openFileBlobs } from '../../../server/storage/file-blobs'
import { openS3Blobs } from '../../../server/storage/s3/s3-blobs'
import type { S3Limits } from '../../../server/storage/s3/s3-fetch'
import { addCamera, listVideos, pathOf } from '../support/calls'
import { jpeg, postClip, postSnapshot, webm } from '../support/forms'
import { startTestHub } from '../support/hub'
import { type Mood, startS3, type TestS3 } from '../support/s3/s3'

const MB = 1024 ** 2
const workspaceId = '00000000-0000-4000-8000-000000000001'
const keyOf = (n: number) =>
  blobKey(workspaceId, 'clips', `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`, 'webm')
const key = keyOf(1)
const hasOtherDisk = existsSync('/dev/shm')

let s3: TestS3
let dataDir: string
const otherFolders: string[] = []
const warnings: unknown[] = []
const log = { warn: (...said: unknown[]) => void warnings.push(said) }
/** For a test that waits until one of them is over. */
const hastyLimits = { answerMs: 2_000, idleMs: 2_000, retryMs: 10, pageKeys: 2 }
const patientLimits = { ...hastyLimits, answerMs: 15_000, idleMs: 15_000 }
beforeAll(async () => {
  s3 = await startS3()
})
afterAll(() => s3.close())
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nightjar-blobs-'))
})
afterEach(async () => {
  s3.moodOf = () => 'well'
  s3.requests.length = 0
  for (const folder of [dataDir, ...otherFolders.splice(0)]) await rm(folder, { recursive: true, force: true })
})

async function put(store: BlobStore, bytes: Buffer, at = key): Promise<void> {
  const staged = await store.stage([bytes])
  await staged.commit(at, 'durable')
}

async function bytesOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

async function read(store: BlobStore, range: { start: number; end: number } | null = null): Promise<Buffer | null> {
  const blob = await store.open(key)
  return blob === null ? null : bytesOf(blob.stream(range))
}

const stores: Record<string, () => Promise<BlobStore>> = {
  files: () => openFileBlobs(dataDir),
  'files on another disk': async () => {
    const other = await mkdtemp('/dev/shm/nightjar-blobs-')
    otherFolders.push(other)
    await mkdir(dataDir, { recursive: true })
    await symlink(other, join(dataDir, 'blobs'))
    return openFileBlobs(dataDir)
  },
  S3: () => openS3Blobs(s3.config, dataDir, log),
}
const usable = Object.keys(stores).filter((name) => hasOtherDisk || name !== 'files on another disk')

describe.each(usable)('blobs in %s', (name) => {
  let store: BlobStore
  beforeEach(async () => {
    store = (await stores[name]?.()) ?? expect.unreachable()
    for (const stored of await store.list()) await store.remove(stored)
  })
  afterEach(async () => {
    for (const stored of await store.list()) await store.remove(stored)
  })

  test('come back byte for byte, whole and by range', async () => {
    const bytes = webm(3 * MB)
    bytes.write('middle', 2 * MB)
    await put(store, bytes)
    expect((await read(store))?.equals(bytes)).toBe(true)
    const opened = await store.open(key)
    expect(opened?.sizeBytes).toBe(bytes.length)
    await opened?.close()
    const range = { start: 2 * MB, end: 2 * MB + 5 }
    expect((await read(store, range))?.toString()).toBe('middle')
    expect((await read(store, { start: 0, end: 1 }))?.length).toBe(2)
    expect((await read(store, { start: bytes.length - 1, end: bytes.length - 1 }))?.length).toBe(1)
  })

  test('are there after the commit and not before', async () => {
    const staged = await store.stage([webm()])
    expect([staged.sizeBytes, staged.head.length]).toEqual([1000, 16])
    expect(await store.open(key)).toBeNull()
    await staged.commit(key, 'durable')
    expect(await store.list()).toEqual([key])
    expect(await readdir(join(dataDir, 'incoming'))).toEqual([])
    await staged.discard()
    expect(await store.list()).toEqual([key])
  })

  test('of a discarded upload, and of one whose sender fails, are nowhere', async () => {
    const staged = await store.stage([webm()])
    await staged.discard()
    await staged.discard()
    const broken = async function* () {
      yield webm()
      throw new Error('the sender is gone')
    }
    await expect(store.stage(broken())).rejects.toThrow('the sender is gone')
    expect(await readdir(join(dataDir, 'incoming'))).toEqual([])
    expect(await store.list()).toEqual([])
  })

  test('take the place of older ones under their key', async () => {
    await put(store, webm(1000, 1))
    await put(store, webm(2000, 2))
    expect((await read(store))?.equals(webm(2000, 2))).toBe(true)
    expect(await store.list()).toEqual([key])
  })

  test('that are not there are null, and removing them does nothing', async () => {
    expect(await store.open(key)).toBeNull()
    expect(await store.stat(key)).toBeNull()
    await store.remove(key)
    await store.setAside(key)
    await put(store, webm())
    await store.remove(key)
    expect(await store.open(key)).toBeNull()
  })

  test('tell their size and age', async () => {
    const beforeMs = Date.now() - 2_000
    await put(store, webm(1234))
    const facts = await store.stat(key)
    expect(facts?.sizeBytes).toBe(1234)
    expect(facts?.changedAtMs).toBeGreaterThan(beforeMs)
    expect(facts?.changedAtMs).toBeLessThan(Date.now() + 2_000)
  })

  test('that are set aside leave the list, and come back to it as they were (HUB-14)', async () => {
    expect(await store.listSetAside()).toEqual([])
    expect(await store.bringBack(key)).toBe(false)
    await put(store, webm())
    await store.setAside(key)
    expect(await store.list()).toEqual([])
    expect(await store.open(key)).toBeNull()
    expect(await store.listSetAside()).toEqual([key])
    expect(await store.bringBack(key)).toBe(true)
    expect([await store.list(), await store.listSetAside()]).toEqual([[key], []])
    expect((await read(store))?.equals(webm())).toBe(true)
  })

  test('of an upload that a crash cut off are cleared away', async () => {
    const cutOff = await store.stage([webm()])
    expect(await store.clearStaging()).toBe(1)
    expect(await readdir(join(dataDir, 'incoming'))).toEqual([])
    await cutOff.discard()
  })
})

describe('an object store', () => {
  const open = (limits: S3Limits = patientLimits) => openS3Blobs(s3.config, dataDir, log, limits)
  const refusal = {
    status: 503,
    code: 'unavailable',
    message: expect.stringMatching(/store .* does not answer\. Try again/),
  }
  /** The first request that the test speaks of meets the mood, later ones do not. */
  const once = (mood: 'failing' | 'silent') => {
    let isOver = false
    s3.moodOf = () => {
      if (isOver) return 'well'
      isOver = true
      return mood
    }
  }
  afterEach(async () => {
    s3.moodOf = () => 'well'
    const store = await open()
    for (const stored of await store.list()) await store.remove(stored)
  })

  test('with more objects than fit a page is listed whole', async () => {
    const store = await open()
    for (const n of [1, 2, 3, 4, 5]) await put(store, webm(10), keyOf(n))
    s3.requests.length = 0
    expect(await store.list()).toEqual([1, 2, 3, 4, 5].map(keyOf))
    expect(s3.requests).toHaveLength(3)
  })

  test('keeps what was set aside below lost/ (HUB-14)', async () => {
    const store = await open()
    await put(store, webm())
    await store.setAside(key)
    const { endpoint, bucket, ...rest } = s3.config
    const direct = new S3mini({ ...rest, endpoint: `${endpoint}/${bucket}` })
    const kept = await direct.getObjectArrayBuffer(`lost/${key}`)
    expect(Buffer.from(kept ?? new ArrayBuffer(0)).equals(webm())).toBe(true)
    await direct.deleteObject(`lost/${key}`)
  })

  test('that fails once is asked once more', async () => {
    const store = await open()
    once('failing')
    await put(store, webm())
    expect(await store.list()).toEqual([key])
  })

  test.each(['failing', 'silent'] as const)('that is %s makes an upload a 503; it can be tried again', async (mood) => {
    const store = await open(hastyLimits)
    const staged = await store.stage([webm()])
    s3.moodOf = () => mood
    const startedAt = performance.now()
    const refused = staged.commit(key, 'durable')
    await expect(refused).rejects.toThrow(HubError)
    await expect(refused).rejects.toMatchObject(refusal)
    expect(performance.now() - startedAt).toBeLessThan(2 * hastyLimits.answerMs)
    await staged.discard()
    expect(await readdir(join(dataDir, 'incoming'))).toEqual([])
    s3.moodOf = () => 'well'
    expect(await store.list()).toEqual([])
    await put(store, webm())
    expect(await store.list()).toEqual([key])
  })

  test('that answers a removal as for what is not there has nothing left to remove; without its bucket it may have (OPS-10)', async () => {
    const removals = (mood: Mood) => {
      s3.moodOf = (request) => (request.startsWith('DELETE') ? mood : 'well')
    }
    removals('no-key')
    const store = await open()
    await store.remove(key)
    await store.uses?.end('nobody')
    await put(store, webm())
    await store.setAside(key)
    // As VersityGW says it, too (https://github.com/versity/versitygw/issues/1852).
    for (const mood of ['no-bucket', 'no-bucket-in-plain'] as const) {
      removals(mood)
      await expect(store.remove(key)).rejects.toMatchObject(refusal)
    }
    removals('well')
    expect(await store.bringBack(key)).toBe(true)
  })

  // As MinIO says it, and Ceph; as Garage and Backblaze do, with the code of a wrong key.
  const full = ['full', 'over-quota', 'over-quota-by-word', 'over-cap'] as const
  test.each(full)('that is %s says so, at the start too (OPS-10, OPS-16)', async (mood) => {
    const store = await open()
    s3.moodOf = (request) => (request.startsWith('PUT') ? mood : 'well')
    const message = "The hub's store for recordings is full. Free some space in it."
    const staged = await store.stage([webm()])
    await expect(staged.commit(key, 'durable')).rejects.toMatchObject({ ...refusal, message })
    await staged.discard()
    await expect(open()).rejects.toMatchObject({
      message: expect.stringMatching(
        /^The bucket recordings at \S+ is full\. Free some space in it, or raise its quota\.$/,
      ),
      remedy: 'time',
    })
  })

  // As of a store whose own disk is away; an answer to HEAD does not say which of the two is missing.
  test('that knows its bucket no more does not say that anything is gone (OPS-10)', async () => {
    const store = await open()
    await put(store, webm())
    s3.moodOf = () => 'no-bucket'
    const asks = [
      () => store.open(key),
      () => store.stat(key),
      () => store.list(),
      () => store.listSetAside(),
      () => store.owner(),
    ]
    for (const ask of asks) await expect(ask()).rejects.toMatchObject(refusal)
    s3.moodOf = () => 'well'
    expect(await store.open(keyOf(2))).toBeNull()
  })

  test('that falls silent between two pieces ends the reading', async () => {
    const store = await open(hastyLimits)
    await put(store, webm(1000))
    const blob = await store.open(key)
    s3.moodOf = () => 'silent'
    await expect(bytesOf(blob?.stream(null) ?? expect.unreachable())).rejects.toMatchObject(refusal)
  })

  test.each([
    [
      'a wrong key',
      { secretAccessKey: 'WRONG' },
      /^The object store refuses S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY/,
      'hand',
    ],
    ['a bucket that is not there', { bucket: 'missing' }, /^There is no bucket missing at http:/, 'hand'],
    [
      'nothing at its address',
      { endpoint: 'http://127.0.0.1:1' },
      /^The object store at \S+ does not answer\. Check/,
      'time',
    ],
  ])('with %s is told in one sentence at the start (OPS-16)', async (_what, change, sentence, remedy) => {
    const opened = openS3Blobs({ ...s3.config, ...change }, dataDir, log, patientLimits)
    await expect(opened).rejects.toThrow(StartupProblem)
    await expect(opened).rejects.toMatchObject({ message: expect.stringMatching(sentence), remedy })
  })

  test('is waited for where it refuses a clock that is not set yet, as it refuses keys (OPS-16)', async () => {
    s3.moodOf = () => 'of-another-time'
    await expect(open(hastyLimits)).rejects.toMatchObject({
      message: expect.stringMatching(/^The object store at \S+ has another time than this machine\./),
      remedy: 'time',
    })
  })

  test.each(['of-another-region', 'at-another-address'] as const)(
    'is not waited for where it is %s than was set, and S3_REGION is named (OPS-16)',
    async (mood) => {
      s3.moodOf = () => mood
      await expect(open(hastyLimits)).rejects.toMatchObject({
        message: expect.stringMatching(/ is in another region than us-east-1\. Set S3_REGION to that region, and /),
        remedy: 'hand',
      })
    },
  )
})

describe('a hub with S3', () => {
  let own: TestS3
  beforeEach(async () => {
    own = await startS3()
  })
  afterEach(() => own.close())

  test('serves clips and pictures from it, and keeps none of them itself (OPS-10)', async () => {
    const hub = await startTestHub({ environment: own.environment })
    const ann = await hub.signIn()
    const { id: cameraId } = await addCamera(hub.fastify, ann)
    await postSnapshot(hub.fastify, ann, cameraId)
    expect((await postClip(hub.fastify, ann, { cameraId })).statusCode).toBe(201)
    const [video] = (await listVideos(hub.fastify, ann)).videos
    const clip = await hub.fastify.inject({ url: pathOf(video?.videoUrl) })
    expect([clip.statusCode, clip.rawPayload.equals(webm())]).toEqual([200, true])
    const part = await hub.fastify.inject({ url: pathOf(video?.videoUrl), headers: { range: 'bytes=0-3' } })
    expect([part.statusCode, part.rawPayload.toString('hex')]).toEqual([206, '1a45dfa3'])
    const picture = await hub.fastify.inject({ url: pathOf(video?.thumbnailUrl) })
    expect(picture.rawPayload.equals(jpeg())).toBe(true)
    expect(existsSync(join(hub.dataDir, 'blobs'))).toBe(false)
    await hub.close()
  })

  test('refuses a clip with 503 while the store fails, keeps nothing of it, and takes it later (OPS-10)', async () => {
    const hub = await startTestHub({ environment: own.environment })
    const ann = await hub.signIn()
    const { id: cameraId } = await addCamera(hub.fastify, ann)
    own.moodOf = () => 'failing'
    const fields = { clipId: '00000000-0000-4000-8000-00000000000a' }
    const refused = await postClip(hub.fastify, ann, { cameraId, fields })
    expect([refused.statusCode, refused.json().code]).toEqual([503, 'unavailable'])
    expect((await listVideos(hub.fastify, ann)).total).toBe(0)
    expect(await readdir(join(hub.dataDir, 'incoming'))).toEqual([])
    own.moodOf = () => 'well'
    expect((await postClip(hub.fastify, ann, { cameraId, fields })).statusCode).toBe(201)
    expect((await listVideos(hub.fastify, ann)).total).toBe(1)
    await hub.close()
  })

  test('what it stored although its answer was lost goes within two rounds, and nothing else does (OPS-10)', async () => {
    const hub = await startTestHub({ environment: own.environment, dataDir, logLevel: 'warn' })
    const ann = await hub.signIn()
    const { id: cameraId } = await addCamera(hub.fastify, ann)
    const fields = { clipId: '00000000-0000-4000-8000-00000000000a' }
    const isUpload = (request: string) => request.startsWith('PUT')
    own.moodOf = (request) => (isUpload(request) ? 'failing-late' : 'well')
    expect((await postClip(hub.fastify, ann, { cameraId, fields })).statusCode).toBe(503)
    expect((await postSnapshot(hub.fastify, ann, cameraId)).statusCode).toBe(503)
    own.moodOf = () => 'well'
    const store = await openS3Blobs(own.config, join(dataDir, 'beside'), log)
    const left = await store.list()
    expect(left.map((stored) => stored.split('/')[1]).sort()).toEqual(['clips', 'snapshots'])
    // The same place is taken for good before the round comes.
    expect((await postSnapshot(hub.fastify, ann, cameraId)).statusCode).toBe(201)
    expect((await postClip(hub.fastify, ann, { cameraId, fields })).statusCode).toBe(201)
    const round = () => hub.hub.jobs.runNow('uncertain-blobs')
    await round()
    expect(await store.list()).toEqual(expect.arrayContaining(left))
    own.moodOf = () => 'failing'
    await expect(round()).rejects.toThrow(HubError)
    own.moodOf = () => 'well'
    await round()
    const [clip] = left.filter((stored) => stored.includes('/clips/'))
    const stored = await store.list()
    expect(stored).not.toContain(clip)
    expect(stored.map((name) => name.split('/')[1]).sort()).toEqual(['clips', 'snapshots', 'thumbnails'])
    await hub.close()
  })

  test('a removal whose answer was lost is tried again (OPS-10)', async () => {
    const hub = await startTestHub({ environment: own.environment, dataDir })
    const ann = await hub.signIn()
    const { id: cameraId } = await addCamera(hub.fastify, ann)
    // The clip is stored, its picture is not, and then the clip cannot be taken back.
    await postSnapshot(hub.fastify, ann, cameraId)
    own.moodOf = (request) => (/thumbnails|DELETE/.test(request) ? 'failing' : 'well')
    expect((await postClip(hub.fastify, ann, { cameraId })).statusCode).toBe(503)
    own.moodOf = () => 'well'
    const store = await openS3Blobs(own.config, join(dataDir, 'beside'), log)
    expect(await store.list()).toHaveLength(2)
    for (const _ of [1, 2]) await hub.hub.jobs.runNow('uncertain-blobs')
    expect(await store.list()).toEqual([`${ann.workspaceId}/snapshots/${cameraId}.jpg`])
    await hub.close()
  })

  test('a stray that the store does not move keeps no hub from starting; the next start moves it (OPS-10)', async () => {
    const first = await startTestHub({ environment: own.environment, dataDir })
    await put(await openS3Blobs(own.config, dataDir, log), webm())
    await first.close()
    own.moodOf = (request) => (request.startsWith('PUT') && request.includes('/lost/') ? 'failing' : 'well')
    const second = await startTestHub({ environment: own.environment, dataDir, logLevel: 'warn' })
    expect(second.logLines.join('')).toContain('files without a row could not be moved')
    await second.close()
    own.moodOf = () => 'well'
    const third = await startTestHub({ environment: own.environment, dataDir })
    await third.close()
    expect(await (await openS3Blobs(own.config, dataDir, log)).list()).toEqual([])
  })

  test('what the store does not bring back keeps no hub from starting either; the next start brings it (OPS-10, HUB-14)', async () => {
    const first = await startTestHub({ environment: own.environment, dataDir })
    const ann = await first.signIn()
    const { id: cameraId } = await addCamera(first.fastify, ann)
    await postClip(first.fastify, ann, { cameraId })
    await first.close()
    const store = await openS3Blobs(own.config, dataDir, log)
    const [clip = ''] = await store.list()
    await store.setAside(clip)
    own.moodOf = (request) => (request.startsWith('PUT') && request.includes('/blobs/') ? 'failing' : 'well')
    const second = await startTestHub({ environment: own.environment, dataDir, logLevel: 'warn' })
    expect(second.logLines.join('')).toContain('could not be brought back')
    await second.close()
    own.moodOf = () => 'well'
    await (await startTestHub({ environment: own.environment, dataDir })).close()
    expect([await store.list(), await store.listSetAside()]).toEqual([[clip], []])
  })

  test.each([
    ['lists', 'prefix=blobs'],
    ['its owner', '/owner'],
  ])(
    'that goes away amid its start, as it is asked for %s, ends in a sentence, and is waited for (OPS-16)',
    async (_what, part) => {
      own.moodOf = (request) => (request.includes(part) ? 'failing' : 'well')
      const start = startTestHub({ environment: own.environment, dataDir })
      await expect(start).rejects.toThrow(StartupProblem)
      await expect(start).rejects.toMatchObject({
        message: expect.stringContaining('store for recordings does not answer'),
        remedy: 'time',
      })
      own.moodOf = () => 'well'
      await (await startTestHub({ environment: own.environment, dataDir })).close()
    },
  )
})
