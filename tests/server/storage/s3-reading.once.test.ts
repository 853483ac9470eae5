import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BlobStore, blobKey } from '../../../server/storage/blobs'
import { openS3Blobs } from '../../../server/storage/s3/s3-blobs'
import { jpeg } from '../support/forms'
import { type Mood, startS3, type TestS3 } from '../support/s3/s3'

const id = '00000000-0000-4000-8000-000000000001'
const key = blobKey(id, 'snapshots', id, 'jpg')
const bytes = Buffer.from(jpeg(1000).map((byte, index) => (index < 3 ? byte : index % 251)))
const limits = { answerMs: 2_000, idleMs: 150, retryMs: 1, pageKeys: 10 }

let s3: TestS3
let dataDir: string
let store: BlobStore
beforeAll(async () => {
  s3 = await startS3()
  dataDir = await mkdtemp(join(tmpdir(), 'nightjar-reading-'))
  store = await openS3Blobs(s3.config, dataDir, { warn: () => undefined }, limits)
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

/** The moods of the reads to come, one after the other; then all is well. */
function meet(...moods: readonly Mood[]): void {
  const left = [...moods]
  s3.moodOf = (request) => (request.startsWith('GET') ? (left.shift() ?? 'well') : 'well')
}

async function read(range: { start: number; end: number } | null = null): Promise<Buffer> {
  const blob = await store.open(key)
  return buffer(blob?.stream(range) ?? expect.unreachable())
}

test('a store that stalls amid an object ends the reading, and the half of it is not taken for the whole (OPS-10)', async () => {
  meet({ stop: 'stalls', afterBytes: 500 }, 'failing', 'failing', 'failing', 'failing', 'failing', 'failing')
  await expect(read()).rejects.toThrow()
})
