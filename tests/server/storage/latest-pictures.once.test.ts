import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type BlobStore, snapshotKey } from '../../../server/storage/blobs'
import { openFileBlobs } from '../../../server/storage/file-blobs'
import { LatestPictures, type LatestPicturesPorts } from '../../../server/storage/latest-pictures'
import { picturesFirst } from '../../../server/storage/pictures-first'
import { jpeg } from '../support/forms'

const MB = 1024 ** 2
const MINUTE_MS = 60_000

let dataDir: string
let store: BlobStore
let nowMs: number
const warnings: string[] = []
/** Those of a test: one that is left open goes on trying to write, while tests of other files stop the clocks. */
const opened: LatestPictures[] = []
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nightjar-pictures-'))
  store = await openFileBlobs(dataDir)
  nowMs = 0
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((pictures) => pictures.close()))
  await rm(dataDir, { recursive: true })
})

function portsOf(more: Partial<LatestPicturesPorts>): LatestPicturesPorts {
  const log = { warn: (facts: unknown, sentence?: string) => warnings.push(sentence ?? String(facts)) }
  return { store, log, limitBytes: 8 * MB, namedOf: null, nowMs: () => nowMs, ...more }
}

function open(more: Partial<LatestPicturesPorts> = {}) {
  const pictures = new LatestPictures(portsOf(more))
  opened.push(pictures)
  return { pictures, first: firstOf(pictures) }
}

function firstOf(pictures: LatestPictures) {
  const others = { find: async () => null, noteRemoved: () => undefined }
  return picturesFirst(store, { pictures, others, isThere: null })
}

const newKey = () => snapshotKey({ id: randomUUID(), workspace_id: randomUUID() })

/** Which picture it is; null: none. */
async function read(from: BlobStore, key: string, range: { start: number; end: number } | null = null) {
  const blob = await from.open(key)
  if (blob === null) return null
  const chunks: Buffer[] = []
  for await (const chunk of blob.stream(range)) chunks.push(chunk)
  return Buffer.concat(chunks).toString('latin1')
}
const shown = (bytes: Buffer) => bytes.toString('latin1')

async function arrive(pictures: LatestPictures, bytes: Buffer) {
  const picture = await pictures.stage(Readable.from([bytes]))
  await picture.discard()
  return picture
}

test('a picture is read from memory, whole and by range, until one a minute later is written (SCALE-01, SCALE-02)', async () => {
  const { pictures, first } = open()
  const key = newKey()
  const [one, two, three] = [jpeg(200, 1), jpeg(200, 2), jpeg(200, 3)]
  pictures.put(key, one)
  await pictures.round()
  expect(await read(store, key)).toBe(shown(one))
  nowMs += MINUTE_MS - 1
  pictures.put(key, two)
  await pictures.round()
  // What a hub that is killed now leaves is a minute old.
  expect(await read(store, key)).toBe(shown(one))
  expect(await read(first, key)).toBe(shown(two))
  expect(await read(first, key, { start: 0, end: 2 })).toBe(shown(two.subarray(0, 3)))
  nowMs += 1
  pictures.put(key, three)
  await pictures.round()
  expect(await read(store, key)).toBe(shown(three))
})

test('a hub that ends in order has written the latest of each camera (SCALE-02)', async () => {
  const { pictures } = open()
  const keys = Array.from({ length: 40 }, newKey)
  for (const key of keys) pictures.put(key, jpeg(100, 1))
  await pictures.round()
  for (const key of keys) pictures.put(key, jpeg(100, 2))
  await pictures.close()
  for (const key of keys) expect(await read(store, key)).toBe(shown(jpeg(100, 2)))
})

test('a store that does not answer keeps the end waiting for 8 s, or what requests have left of 13, whether the write began before or at the end (OPS-03)', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const silent = { ...store, stage: () => new Promise<never>(() => undefined) }
    const ends = [
      { isBegun: false, requestsMs: 0, limitMs: 8_000 },
      { isBegun: true, requestsMs: 5_000, limitMs: 8_000 },
      { isBegun: true, requestsMs: 10_000, limitMs: 3_000 },
    ]
    for (const { isBegun, requestsMs, limitMs } of ends) {
      const pictures = new LatestPictures(portsOf({ store: silent }))
      pictures.put(newKey(), jpeg(100, 1))
      if (isBegun) void pictures.round()
      pictures.beginEnd()
      nowMs += requestsMs
      let isClosed = false
      void pictures.close().then(() => {
        isClosed = true
      })
      await vi.advanceTimersByTimeAsync(limitMs - 1)
      expect(isClosed).toBe(false)
      await vi.advanceTimersByTimeAsync(1)
      expect(isClosed).toBe(true)
    }
    expect(warnings.at(-1)).toContain('were not all written')
  } finally {
    vi.useRealTimers()
  }
})

test('cameras that begin together are written over half a minute, not at once (SCALE-02)', async () => {
  const { pictures } = open()
  for (let n = 0; n < 900; n++) pictures.put(newKey(), jpeg(100, n % 200))
  const written: number[] = []
  for (let second = 0; second < 30; second++) {
    await pictures.round()
    written.push((await store.list()).length)
    nowMs += 1_000
  }
  expect(written[0]).toBe(30)
  expect(written.at(-1)).toBe(900)
  await pictures.close()
})

test('above the limit the one that was used longest ago leaves, and what was written of it is shown (SCALE-01)', async () => {
  const { pictures, first } = open()
  const [old, read1, read2] = [newKey(), newKey(), newKey()]
  for (const key of [old, read1, read2]) pictures.put(key, jpeg(MB, 1))
  await pictures.round()
  for (const key of [old, read1, read2]) pictures.put(key, jpeg(MB, 2))
  await read(first, old)
  for (let n = 0; n < 6; n++) pictures.put(newKey(), jpeg(MB, 3))
  expect(await read(first, read1)).toBe(shown(jpeg(MB, 1)))
  expect(await read(first, old)).toBe(shown(jpeg(MB, 2)))
  await pictures.close()
})

test('more than may be held is refused while it arrives, and leaves nothing behind (SCALE-01)', async () => {
  const { pictures } = open()
  const endless = async function* () {
    for (;;) yield Buffer.alloc(MB)
  }
  await expect(pictures.stage(Readable.from(endless()))).rejects.toThrow(
    'More pictures are arriving than the hub can hold.',
  )
  const whole = await arrive(pictures, jpeg(7 * MB))
  expect(whole.sizeBytes).toBe(7 * MB)
})

test('a picture that no other follows leaves memory, and is read from where it was written', async () => {
  const { pictures, first } = open()
  const key = newKey()
  pictures.put(key, jpeg(200, 1))
  await pictures.round()
  nowMs += MINUTE_MS
  await pictures.round()
  expect(pictures.find(key)).toBeNull()
  // Another hub has a later one.
  const staged = await store.stage([jpeg(200, 9)])
  await staged.commit(key, 'quick')
  expect(await read(first, key)).toBe(shown(jpeg(200, 9)))
})

test('what is removed comes back neither from memory nor by a write that was on its way (SCALE-03)', async () => {
  const { pictures, first } = open()
  const key = newKey()
  pictures.put(key, jpeg(MB))
  const round = pictures.round()
  await first.remove(key)
  await round
  expect(await read(first, key)).toBeNull()
  expect(await store.list()).toEqual([])
})

test('what another hub removed is not written again (SCALE-03)', async () => {
  const [gone, here] = [newKey(), newKey()]
  const { pictures, first } = open({ namedOf: async () => new Set([here]) })
  pictures.put(gone, jpeg(200))
  pictures.put(here, jpeg(200))
  await pictures.round()
  expect(await store.list()).toEqual([here])
  expect(await read(first, gone)).toBeNull()
})

test('a store that is away costs no picture: it is read from memory and written later', async () => {
  let isAway = true
  const broken: BlobStore = {
    ...firstOf(open().pictures),
    stage: (source) => (isAway ? Promise.reject(new Error('away')) : store.stage(source)),
  }
  const { pictures } = open({ store: broken })
  const key = newKey()
  warnings.length = 0
  pictures.put(key, jpeg(200, 4))
  await pictures.round()
  expect(pictures.find(key)).not.toBeNull()
  expect(warnings).toHaveLength(1)
  isAway = false
  nowMs += MINUTE_MS
  await pictures.round()
  expect(await read(store, key)).toBe(shown(jpeg(200, 4)))
})
