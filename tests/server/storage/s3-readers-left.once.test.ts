import { getEventListeners } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type BlobStore, blobKey } from '../../../server/storage/blobs'
import { readOn } from '../../../server/storage/s3/read-on'
import { openS3Blobs } from '../../../server/storage/s3/s3-blobs'
import { s3Fetch } from '../../../server/storage/s3/s3-fetch'
import { jpeg } from '../support/forms'
import { type Mood, startS3, type TestS3 } from '../support/s3/s3'

const id = '00000000-0000-4000-8000-000000000001'
const key = blobKey(id, 'snapshots', id, 'jpg')
/** No limit ends a request before its reader does, and nothing is asked again before a slow machine has taken the reader away. */
const limits = { answerMs: 15_000, idleMs: 15_000, retryMs: 500, pageKeys: 10 }

let s3: TestS3
let dataDir: string
let store: BlobStore
const warn = vi.fn()
beforeAll(async () => {
  s3 = await startS3()
  dataDir = await mkdtemp(join(tmpdir(), 'nightjar-left-'))
  store = await openS3Blobs(s3.config, dataDir, { warn }, limits)
  const staged = await store.stage([jpeg(400_000)])
  await staged.commit(key, 'durable')
})
afterAll(async () => {
  await s3.close()
  await rm(dataDir, { recursive: true })
})

const stalls = { stop: 'stalls', afterBytes: 200_000 } as const
const breaks = { stop: 'breaks', afterBytes: 200_000 } as const

test.each<[string, Mood, boolean]>([
  ['is silent amid an object', stalls, true],
  ['waits for its reader amid an object', stalls, false],
  ['has not answered yet', 'silent', true],
  ['failed and would be asked once more', 'failing', true],
  ['broke off and would be asked for the rest', breaks, true],
])(
  'a store that %s is left with its reader: not asked again, no connection kept (OPS-10)',
  async (_what, mood, isRead) => {
    const blob = await store.open(key)
    const asked: string[] = []
    s3.moodOf = (request) => {
      asked.push(request)
      return asked.length === 1 ? mood : 'well'
    }
    const stream = blob?.stream(null) ?? expect.unreachable()
    if (isRead) stream.resume()
    else stream.read()
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    // What is on its way arrives.
    await delay(50)
    stream.destroy()
    await vi.waitFor(() => expect(s3.underWay).toBe(0))
    await delay(limits.retryMs + 50)
    expect(asked).toHaveLength(1)
    expect(warn).not.toHaveBeenCalled()
  },
)

test('what comes when its reader has just left is not read (OPS-10)', async () => {
  const leaving = new AbortController()
  const cancel = vi.fn()
  const ask = async () => {
    leaving.abort()
    return new Response(new ReadableStream({ cancel }), { status: 206 })
  }
  const range = { start: 0, end: 999 }
  const parts = readOn(ask, { range, sizeBytes: 1000, pauseMs: 0, gone: leaving.signal })
  expect(await parts.next()).toEqual({ done: true, value: undefined })
  expect(cancel).toHaveBeenCalledOnce()
})

test('a reading of many tries hears of its reader’s leaving once (OPS-10)', async () => {
  const { signal } = new AbortController()
  const ask = async () => {
    await s3Fetch(limits, signal)(s3.config.endpoint)
    return new Response(new Uint8Array(500), { status: 206 })
  }
  const range = { start: 0, end: 999 }
  const heard: number[] = []
  for await (const _part of readOn(ask, { range, sizeBytes: 1000, pauseMs: 0, gone: signal }))
    heard.push(getEventListeners(signal, 'abort').length)
  expect(heard).toEqual([1, 1])
})

test('no connection is kept for an answer that is of another object (OPS-10)', async () => {
  const cancel = vi.fn()
  const headers = { 'content-range': 'bytes 0-999/4000' }
  const ask = async () => new Response(new ReadableStream({ cancel }), { status: 206, headers })
  const range = { start: 0, end: 999 }
  const parts = readOn(ask, { range, sizeBytes: 1000, pauseMs: 0, gone: new AbortController().signal })
  await expect(parts.next()).rejects.toThrow('an object changed')
  expect(cancel).toHaveBeenCalledOnce()
})
