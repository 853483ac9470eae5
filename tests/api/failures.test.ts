import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Failure, isAway } from '../../src/api/result'
import { calls } from '../../src/contract/calls'
import { extensionNames } from '../../src/contract/extensions'
import { answers, answers500, malformedJson, offline, only, slow, withoutExtensions } from '../support/scenarios'
import { type Client, failureOf, startClient } from './support/client'

let client: Client
beforeEach(async () => {
  client = await startClient()
  await client.signIn()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await client.close()
})

const readCameras = (signal?: AbortSignal) => client.http.send(calls.cameras.list, { signal })
const requestCode = () => client.http.send(calls.auth.requestOtp, { body: { email: 'bob@example.org' } })

test('a refusal carries the hub’s sentence, code and time of a worthwhile next try (X-26)', async () => {
  await requestCode()
  client.backend.hub.clock.advance(10_000)
  expect(await failureOf(requestCode())).toEqual({
    kind: 'http',
    status: 429,
    statusText: 'Too Many Requests',
    message: 'A code is already on its way. A new one can be asked for in 50 s.',
    code: 'code-already-sent',
    retryAfterMs: 50_000,
    retryAt: '2026-03-10T12:01:00.000Z',
    isRetry: false,
    isFromProxy: false,
  })
})

test.each([
  ['no JSON', 'oops'],
  ['an empty body', ''],
  ['another shape', '[1]'],
  ['fields of the wrong kind', '{"message":{"text":"No"},"code":7}'],
])('a refusal with %s has its status and no sentence', async (_name, body) => {
  client.backend.play(answers(503, body, 'Service Unavailable'))
  expect(await failureOf(readCameras())).toEqual({
    kind: 'http',
    status: 503,
    statusText: 'Service Unavailable',
    message: null,
    code: null,
    retryAfterMs: null,
    retryAt: null,
    isRetry: false,
    isFromProxy: false,
  })
})

test.each([
  ['120', 120_000],
  ['0', 0],
  ['Tue, 10 Mar 2026 12:01:00 GMT', null],
  ['-5', null],
  ['soon', null],
  ['', null],
])('of Retry-After %j a refusal has %j ms: seconds alone need no clock (OUT-07)', async (header, ms) => {
  client.backend.play(async () => new Response('{}', { status: 503, headers: { 'retry-after': header } }))
  expect(await failureOf(readCameras())).toMatchObject({ retryAfterMs: ms })
})

test('a refusal without a status text is called by its number, as HTTP/2 has none (ERR-05)', async () => {
  client.backend.play(answers(502))
  expect(await failureOf(readCameras())).toMatchObject({ status: 502, statusText: '502' })
})

test('no network is a value, not an exception (ERR-30)', async () => {
  client.backend.play(offline)
  expect(await failureOf(readCameras())).toEqual({ kind: 'network', isTimeout: false })
  expect(await failureOf(requestCode())).toEqual({ kind: 'network', isTimeout: false })
})

const answered = {
  kind: 'http',
  statusText: 'X',
  message: null,
  retryAfterMs: null,
  retryAt: null,
  isRetry: false,
  isFromProxy: false,
} as const

test.each<[Failure, boolean]>([
  [{ ...answered, status: 502, code: null }, true],
  [{ ...answered, status: 503, code: null }, true],
  [{ ...answered, status: 504, code: null }, true],
  [{ ...answered, status: 503, code: 'busy' }, false],
  [{ ...answered, status: 500, code: null }, false],
  [{ ...answered, status: 429, code: null }, false],
  [{ ...answered, status: 404, code: null }, false],
  [{ ...answered, status: 404, code: null, isFromProxy: true }, true],
  [{ ...answered, status: 403, code: null, isFromProxy: true }, false],
  [{ ...answered, status: 413, code: null, isFromProxy: true }, false],
  [{ kind: 'network', isTimeout: true }, true],
  [{ kind: 'bad-answer', detail: '', isFromProxy: false }, false],
  [{ kind: 'bad-answer', detail: '', isFromProxy: true }, true],
  [{ kind: 'aborted' }, false],
])('a proxy’s word for a hub that is not there counts as no answer, the hub’s own not: %j (OUT-08)', (failure, is) => {
  expect(isAway(failure)).toBe(is)
})

test.each([
  [404, '404 page not found', true],
  [404, { code: 'not-found', message: 'There is no such camera.' }, false],
])('a refusal %i with %j, once the hub has named its extensions, is foreign: %j (EXT-01)', async (status, body, is) => {
  client.backend.play(only('GET /cameras', answers(status, body)))
  expect(await failureOf(readCameras())).toMatchObject({ status, isFromProxy: false })
  await client.http.send(calls.workspaces.usage, {})
  expect(await failureOf(readCameras())).toMatchObject({ status, isFromProxy: is })
})

test('the caller’s abort ends the call at once', async () => {
  client.backend.play(slow().scenario)
  const leaving = new AbortController()
  const read = readCameras(leaving.signal)
  leaving.abort()
  expect(await failureOf(read)).toEqual({ kind: 'aborted' })
  expect(await failureOf(readCameras(AbortSignal.abort()))).toEqual({ kind: 'aborted' })
})

test.each([
  [undefined, 30_000],
  [600_000, 600_000],
])('a call that may take %s ms is given up after %i ms', async (timeoutMs, givenUpMs) => {
  const clock = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal)
  client.backend.play(slow().scenario)
  const read = client.http.send(calls.cameras.list, { timeoutMs })
  expect(timeout.mock.calls).toEqual([[givenUpMs]])
  clock.abort(new DOMException('out of time', 'TimeoutError'))
  expect(await failureOf(read)).toEqual({ kind: 'network', isTimeout: true })
})

test('an answer that is not what the contract says is told apart, with a detail for the log', async () => {
  client.backend.play(malformedJson)
  expect(await failureOf(readCameras())).toMatchObject({ kind: 'bad-answer', detail: expect.stringMatching(/./) })
  client.backend.play(answers(200, { cameras: 'no list' }))
  expect(await failureOf(readCameras())).toMatchObject({ kind: 'bad-answer', detail: expect.stringContaining('array') })
})

test('an answer whose body breaks off is no answer', async () => {
  client.backend.play(async () => {
    const broken = new ReadableStream({ start: (stream) => stream.error(new TypeError('terminated')) })
    return new Response(broken, { status: 200 })
  })
  expect(await failureOf(readCameras())).toEqual({ kind: 'network', isTimeout: false })
})

test('an answer that nobody reads may be empty (API-13, API-14)', async () => {
  client.backend.play(async () => new Response(null, { status: 204 }))
  const settings = { name: 'Door', location: 'Hall', deviceId: 'd', deviceLabel: '' }
  const body = { ...settings, isMotionEnabled: true, isAudioEnabled: false, motionSensitivity: 50 }
  expect((await client.http.send(calls.cameras.update, { params: { cameraId: 'c' }, body })).ok).toBe(true)
})

test('what is handed over has not come where the answer does not name what the hub had named (EXT-01)', async () => {
  const handOver = () => client.http.send(calls.videos.upload, { form: new FormData() })
  client.backend.play(only('POST /videos/upload', malformedJson))
  expect((await handOver()).ok).toBe(true)
  await readCameras()
  expect(await failureOf(handOver())).toEqual({ kind: 'bad-answer', detail: 'not from the hub', isFromProxy: true })
})

test('JSON that does not name them acknowledges nothing, and is an answer: a provider may name none any more (EXT-01)', async () => {
  await readCameras()
  client.backend.play(only('POST /videos/upload', answers(200, { status: 'ok' })))
  const failure = await failureOf(client.http.send(calls.videos.upload, { form: new FormData() }))
  expect(failure).toEqual({ kind: 'bad-answer', detail: 'not from the hub', isFromProxy: false })
})

test('a page in the hub’s place is no answer, also where nothing of an answer is read (EXT-01)', async () => {
  const remove = () => client.http.send(calls.cameras.remove, { params: { cameraId: 'none' } })
  await readCameras()
  client.backend.play(async () => new Response('<html>Sign in to the network</html>'))
  expect(await failureOf(remove())).toEqual({ kind: 'bad-answer', detail: 'not from the hub', isFromProxy: true })
})

test('the hub’s extensions are told with every answer, refusals too (EXT-01)', async () => {
  await readCameras()
  await client.http.send(calls.videos.one, { params: { videoId: 'none' } })
  // A model of the operator's choice is offered only where there is one.
  const onlyByChoice: readonly string[] = ['person-model', 'descriptions']
  const offered = new Set(extensionNames.filter((name) => !onlyByChoice.includes(name)))
  expect(client.extensions).toEqual([offered, offered])
})

test('a provider that names no extensions is not said to have any (EXT-02)', async () => {
  client.backend.play(withoutExtensions)
  await readCameras()
  expect(client.extensions).toEqual([])
})

test('how each request ended is told, retries and refreshes included', async () => {
  await readCameras()
  client.backend.hub.clock.advance(20 * 60_000)
  await readCameras()
  client.backend.play(answers500)
  await readCameras()
  expect(client.outcomes.map((failure) => (failure?.kind === 'http' ? failure.status : failure))).toEqual([
    null,
    401,
    null,
    null,
    500,
  ])
})
