import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BlobStore, blobKey } from '../../../server/storage/blobs'
import { readOn } from '../../../server/storage/s3/read-on'
import { openS3Blobs } from '../../../server/storage/s3/s3-blobs'
import { jpeg } from '../support/forms'
import { type Mood, startS3, type TestS3 } from '../support/s3/s3'

const id = '00000000-0000-4000-8000-000000000001'
const log = { warn: () => undefined }
const key = blobKey(id, 'snapshots', id, 'jpg')
const bytes = Buffer.from(jpeg(1000).map((byte, index) => (index < 3 ? byte : index % 251)))
const limits = { answerMs: 15_000, idleMs: 300, retryMs: 10, pageKeys: 10 }

let s3: TestS3
let dataDir: string
let store: BlobStore
let readsAtMs: number[] = []
beforeAll(async () => {
  s3 = await startS3()
  dataDir = await mkdtemp(join(tmpdir(), 'nightjar-reading-'))
  store = await openS3Blobs(s3.config, dataDir, log, limits)
})
afterAll(async () => {
  await s3.close()
  await rm(dataDir, { recursive: true })
})
beforeEach(() => put(bytes))
afterEach(() => {
  s3.moodOf = () => 'well'
})

async function put(content: Buffer): Promise<void> {
  const staged = await store.stage([content])
  await staged.commit(key, 'durable')
}

type Answer = Mood | (() => Promise<Mood>)

/** How the store answers the reads to come, one after the other; then all is well. */
function meet(...answers: readonly Answer[]): void {
  const left = [...answers]
  readsAtMs = []
  s3.moodOf = (request) => {
    if (!request.startsWith('GET')) return 'well'
    readsAtMs.push(performance.now())
    const next = left.shift() ?? 'well'
    return typeof next === 'function' ? next() : next
  }
}

async function read(range: { start: number; end: number } | null = null, from = store): Promise<Buffer> {
  const blob = await from.open(key)
  return buffer(blob?.stream(range) ?? expect.unreachable())
}

const refusal = { status: 503, message: expect.stringMatching(/store .* does not answer/) }
const breaks = (afterBytes: number) => ({ stop: 'breaks', afterBytes }) as const
/** A request that fails is made once more, so that two of them are one try. */
const failedTries = (count: number) => Array.from({ length: 2 * count }, () => 'failing' as const)

test.each(['breaks', 'stalls'] as const)(
  'an object amid which the store %s is read on from there (OPS-10)',
  async (stop) => {
    meet({ stop, afterBytes: 500 })
    expect((await read()).equals(bytes)).toBe(true)
    meet({ stop, afterBytes: 500 })
    expect((await read({ start: 100, end: 899 })).equals(bytes.subarray(100, 900))).toBe(true)
  },
)

test('an object is read on for as long as bytes of it come (OPS-10)', async () => {
  meet(...Array.from({ length: 5 }, () => [breaks(150), ...failedTries(2)]).flat())
  expect((await read()).equals(bytes)).toBe(true)
  expect(readsAtMs).toHaveLength(5 * 5 + 1)
})

test('three tries without a byte end the reading, and the half is not taken for the whole (OPS-10)', async () => {
  meet(breaks(500), ...failedTries(4))
  await expect(read()).rejects.toMatchObject(refusal)
  expect(readsAtMs).toHaveLength(1 + 2 * 3)
  const pausesMs = [1, 3, 5].map((at) => (readsAtMs[at] ?? 0) - (readsAtMs[at - 1] ?? 0))
  pausesMs.forEach((pauseMs, index) => {
    expect(pauseMs).toBeGreaterThan((index + 1) * limits.retryMs - 2)
  })
})

test('half of the mark of a store is no mark (OPS-10)', async () => {
  await store.markAs('the whole of it')
  meet({ stop: 'stalls', afterBytes: 5 })
  await expect(store.owner()).rejects.toMatchObject(refusal)
})

test('a store that does not give the rest in time is not asked for it again (OPS-10)', async () => {
  const hasty = await openS3Blobs(s3.config, join(dataDir, 'hasty'), log, { ...limits, answerMs: 1_000 })
  meet(breaks(500), 'silent')
  await expect(read(null, hasty)).rejects.toMatchObject(refusal)
  expect(readsAtMs).toHaveLength(2)
})

test('an object of a store that is busy at first is read once it is not (OPS-10)', async () => {
  meet(...failedTries(2), 'busy', 'busy')
  expect((await read()).equals(bytes)).toBe(true)
  expect(readsAtMs).toHaveLength(2 * 3 + 1)
})

test.each([
  ['opened', () => read()],
  ['looked for', () => store.stat(key)],
  ['listed', () => store.list()],
])('an object of a store that is busy as it is %s comes once it is not (OPS-10)', async (_, work) => {
  let left = 4
  s3.moodOf = () => (left-- > 0 ? 'failing' : 'well')
  expect(await work()).not.toBeNull()
  left = 2 * 4
  await expect(work()).rejects.toMatchObject(refusal)
  expect(left).toBe(0)
})

test('one that is not there is not looked for again (OPS-10)', async () => {
  s3.requests.length = 0
  expect(await store.open(blobKey(id, 'clips', id, 'webm'))).toBeNull()
  // A list says that the bucket is there, which the answer to a HEAD leaves open.
  expect(s3.requests).toEqual([
    expect.stringMatching(/^HEAD /),
    expect.stringMatching(/^GET \S+\?.*list-type=2.*max-keys=1\b/),
  ])
})

test('an object that cannot be read at all is asked for as the rest of one (OPS-10)', async () => {
  meet(...failedTries(4))
  await expect(read()).rejects.toMatchObject(refusal)
  expect(readsAtMs).toHaveLength(2 * 4)
})

test('what its store says is gone is not asked for again (OPS-10)', async () => {
  meet('no-key')
  await expect(read()).rejects.toMatchObject(refusal)
  expect(readsAtMs).toHaveLength(1)
  meet(breaks(500), 'no-key')
  await expect(read()).rejects.toMatchObject(refusal)
  expect(readsAtMs).toHaveLength(2)
})

test('no two objects are read as one: where it changed meanwhile the reading ends (OPS-10)', async () => {
  const change = async () => {
    await put(jpeg(1000))
    return 'well' as const
  }
  meet(breaks(500), change)
  await expect(read()).rejects.toMatchObject(refusal)
  expect(readsAtMs).toHaveLength(2)
})

test('what comes from its beginning once more is no rest of an object (OPS-10)', async () => {
  meet(breaks(500), 'without-ranges')
  await expect(read()).rejects.toMatchObject(refusal)
  expect(readsAtMs).toHaveLength(2)
})

test.each([
  { start: 0, end: 499 },
  { start: 500, end: 999 },
])('of a store that knows no ranges none is read: %o (OPS-10)', async (range) => {
  meet('without-ranges')
  await expect(read(range)).rejects.toMatchObject(refusal)
  meet('without-ranges')
  expect((await read()).equals(bytes)).toBe(true)
})

test.each([
  [400, 'well'],
  [4000, 'well'],
  [4000, 'without-ranges'],
] as const)(
  'an object that has %i bytes, not those that it had as it was opened, is not read, of a store that answers %s (OPS-10)',
  async (sizeBytes, mood) => {
    const blob = await store.open(key)
    await put(jpeg(sizeBytes))
    meet(mood)
    await expect(buffer(blob?.stream(null) ?? expect.unreachable())).rejects.toMatchObject(refusal)
    expect(readsAtMs).toHaveLength(1)
  },
)

test.each([200, 206])('a store that says no size with its %i is believed (OPS-10)', async (status) => {
  const headers = { 'content-range': 'bytes 0-999/*' }
  const ask = async () => new Response(bytes, { status, headers })
  const range = { start: 0, end: 999 }
  const parts = readOn(ask, { range, sizeBytes: 1000, pauseMs: 0, gone: new AbortController().signal })
  expect((await buffer(parts)).equals(bytes)).toBe(true)
})

// As behind a proxy that does not tell the end of an answer from its being cut off, and one with a page for people.
test.each(['half-a-list', 'maintained'] as const)(
  'a store whose lists are answered by %s does not say that anything is gone, nor that it is all (OPS-10)',
  async (mood) => {
    meet(...Array.from({ length: 30 }, () => mood))
    for (const ask of [() => store.list(), () => store.stat(key), () => store.uses?.hasOther('copy', 1_000)])
      await expect(ask()).rejects.toMatchObject(refusal)
    meet(mood)
    expect(await store.list()).toEqual([key])
  },
)
