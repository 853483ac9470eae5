import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Failure } from '../../../src/api/result'
import { calls } from '../../../src/contract/calls'
import type { WaitingClip } from '../../../src/outbox/waiting-clip'
import { eventsQueryAtom } from '../../../src/state/events/events'
import { clipForm, deliveryResultOf } from '../../../src/state/recordings/clip-upload'
import { outboxStateAtom } from '../../../src/state/recordings/delivery'
import { signOutAtom } from '../../../src/state/sign-in/session'
import { listEvents, listVideos } from '../../server/support/calls'
import { jpeg, webm } from '../../server/support/forms'
import { startApp, type TestApp } from '../../support/app'
import { equip, recordClip } from '../../support/outbox'
import {
  answers,
  answers500,
  malformedJson,
  offline,
  only,
  type Scenario,
  withoutExtensions,
} from '../../support/scenarios'
import { cameraOnHub, userOf } from '../support/hub-data'

const ID = '0b6ff0c8-2f0b-4f8e-9d7a-0e3f0c1d2e3f'
const bytes = new Uint8Array(webm(2000))
const clip = {
  id: ID,
  content: new Blob([bytes], { type: 'video/webm' }),
  mediaType: 'video/webm',
  startedAtMs: Date.parse('2026-03-10T11:59:40Z'),
  hasAudio: true,
  thumbnail: new Blob([new Uint8Array(jpeg(300))], { type: 'image/jpeg' }),
  detections: [{ atMs: 1200, box: { left: 0.25, top: 0.1, width: 0.125, height: 0.5 }, score: 0.75 }],
}

const NOW_MS = Date.parse('2026-03-10T12:00:00Z')
const at = (inMs: number) => new Date(NOW_MS + inMs).toISOString()
const noWait = { retryAfterMs: null, retryAt: null }
const refusal = { kind: 'http', statusText: 'X', message: null, code: null, ...noWait, isRetry: false } as const
const answered = { ...refusal, isFromProxy: false } as const
const ofProxy = { ...refusal, isFromProxy: true } as const

let app: TestApp
let cameraId: string
beforeEach(async () => {
  app = await startApp()
  equip(app.store)
  await app.signIn()
  cameraId = (await cameraOnHub(app)).id
  await app.settle()
})
afterEach(() => app.close())

const record = async (changes: Partial<typeof clip> = {}) => {
  await recordClip(app.store, { ...clip, workspaceId: userOf(app).workspaceId, cameraId, ...changes })
  await app.settle()
}
const uploads = () => app.backend.sentTo('POST /videos/upload')
const videos = () => listVideos(app.backend.hub.fastify, userOf(app))
const state = () => app.store.get(outboxStateAtom)

describe('the form of a clip (REC-12)', () => {
  const waiting: WaitingClip = {
    ...clip,
    workspaceId: 'w',
    cameraId: 'camera-1',
    refusal: null,
    isRefusedForNow: false,
  }

  test('has exactly the four parts for a provider of the bare contract (API-14, X-44, X-45)', async () => {
    const form = await clipForm(waiting, new Set())
    expect([...form.keys()].sort()).toEqual(['cameraId', 'hasAudio', 'size', 'video'])
    expect([form.get('cameraId'), form.get('size'), form.get('hasAudio')]).toEqual(['camera-1', '2000', 'true'])
    const video = form.get('video') as File
    expect([video.name, video.type, video.size]).toEqual([`${ID}.webm`, 'video/webm', 2000])
  })

  test('has time and picture too where they are offered (EXT-03)', async () => {
    const form = await clipForm(waiting, new Set(['clip-details'] as const))
    expect([...form.keys()].sort()).toEqual(['cameraId', 'hasAudio', 'size', 'startedAt', 'thumbnail', 'video'])
    expect(form.get('startedAt')).toBe('2026-03-10T11:59:40.000Z')
    expect(Buffer.from(String(form.get('thumbnail')), 'base64').equals(jpeg(300))).toBe(true)
    const bare = await clipForm({ ...waiting, thumbnail: null, hasAudio: false }, new Set(['clip-details'] as const))
    expect([bare.has('thumbnail'), bare.get('hasAudio')]).toEqual([false, 'false'])
  })

  test('names who was seen where that is offered, and nothing where nobody was (EXT-04)', async () => {
    const form = await clipForm(waiting, new Set(['detections'] as const))
    expect(JSON.parse(String(form.get('detections')))).toEqual(clip.detections)
    const empty = await clipForm({ ...waiting, detections: [] }, new Set(['detections'] as const))
    expect(empty.has('detections')).toBe(false)
  })

  test('says that it was recorded by hand where that is offered, and not of one in which something moved (LIVE-98)', async () => {
    const offered = new Set(['by-hand'] as const)
    expect((await clipForm({ ...waiting, isByHand: true }, offered)).get('isByHand')).toBe('true')
    for (const other of [waiting, { ...waiting, isByHand: true, hasMoved: true } as const])
      expect((await clipForm(other, offered)).has('isByHand')).toBe(false)
    expect((await clipForm({ ...waiting, isByHand: true }, new Set())).has('isByHand')).toBe(false)
  })

  test('names an mp4 as one', async () => {
    const form = await clipForm({ ...waiting, mediaType: 'video/mp4' }, new Set())
    expect((form.get('video') as File).name).toBe(`${ID}.mp4`)
  })
})

test('a provider of the bare contract gets the four parts and takes the clip (EXT-02)', async () => {
  app.backend.play(withoutExtensions)
  await record()
  expect([...(uploads()[0]?.form?.keys() ?? [])].sort()).toEqual(['cameraId', 'hasAudio', 'size', 'video'])
  expect((await videos()).total).toBe(1)
})

test('a clip with a person in it becomes a PERSON event of the hub (HUB-11)', async () => {
  await record()
  const { events } = await listEvents(app.backend.hub.fastify, userOf(app))
  expect(events.map(({ type }) => type)).toEqual(['PERSON'])
  expect((await videos()).videos[0]?.detections).toEqual(clip.detections)
})

test('an outage keeps the clip, and it is delivered once after it (OUT-01)', async () => {
  const back = app.backend.play(offline)
  await record()
  expect(state()).toMatchObject({ waiting: 1, refused: 0, isStalled: true })
  expect(app.reports).toContain('Failed to upload video')
  back()
  app.timers.fire()
  await app.settle()
  expect(state()).toMatchObject({ waiting: 0, refused: 0, lastRefusal: null, isStalled: false })
  app.timers.fire()
  await app.settle()
  expect((await videos()).total).toBe(1)
})

test('a clip whose answer was lost is there once, however often it is sent (HUB-12)', async () => {
  const back = app.backend.play(
    only('POST /videos/upload', async (request, next) => {
      await next(request)
      throw new TypeError('Failed to fetch')
    }),
  )
  await record()
  back()
  app.timers.fire()
  await app.settle()
  expect(uploads().length).toBeGreaterThan(1)
  expect((await videos()).total).toBe(1)
  expect((await listEvents(app.backend.hub.fastify, userOf(app))).total).toBe(1)
})

/** Takes the clip, and names another one in its answer. */
const acknowledges =
  (clipId: string): Scenario =>
  async (request, next) => {
    const { status, headers } = await next(request)
    return Response.json({ id: 'v', clipId }, { status, headers })
  }

test.each<[string, Scenario]>([
  ["a proxy's page", malformedJson],
  ["a proxy's JSON", answers(200, { status: 'ok' })],
  ['an empty answer', async () => new Response(null, { status: 204 })],
  ['the word for another clip', acknowledges(crypto.randomUUID())],
])('%s is no acknowledgement: the clip stays until the hub has it (OUT-01)', async (_name, scenario) => {
  const back = app.backend.play(only('POST /videos/upload', scenario))
  await record()
  expect(state()).toMatchObject({ waiting: 1, refused: 0, isStalled: true })
  back()
  app.timers.fire()
  await app.settle()
  expect([state().waiting, (await videos()).total]).toEqual([0, 1])
})

test('an acknowledgement names the clip in any case (HUB-12)', async () => {
  app.backend.play(only('POST /videos/upload', acknowledges(ID.toUpperCase())))
  await record()
  expect(state()).toMatchObject({ waiting: 0, refused: 0 })
})

test('a provider of the bare contract may answer an upload as it likes (API-14)', async () => {
  app.backend.play(withoutExtensions)
  app.backend.play(only('POST /videos/upload', malformedJson))
  await record()
  expect(state()).toMatchObject({ waiting: 0, refused: 0 })
})

test('the wait before another try doubles from a second (OUT-04)', async () => {
  app.backend.play(only('POST /videos/upload', answers500))
  await record()
  const delays: number[] = []
  for (let round = 0; round < 4; round++) {
    delays.push(...app.timers.delays())
    app.timers.fire()
    await app.settle()
  }
  expect(delays).toEqual([1_000, 2_000, 4_000, 8_000])
})

test('a delivery without a network waits before the next try (OUT-04)', async () => {
  app.backend.play(offline)
  await record()
  expect(uploads().length).toBe(1)
})

test('the hub’s return wakes the delivery before its timer', async () => {
  const back = app.backend.play(offline)
  await record()
  back()
  app.watch(eventsQueryAtom)
  await app.settle()
  expect(state().waiting).toBe(0)
  expect((await videos()).total).toBe(1)
})

test('a clip that the hub will never take is refused with its sentence (OUT-06)', async () => {
  app.backend.play(only('POST /videos/upload', answers(413, { code: 'too-large', message: 'The clip is too large.' })))
  await record()
  expect(state()).toMatchObject({ waiting: 0, refused: 1, lastRefusal: 'The clip is too large.', isStalled: false })
  app.timers.fire()
  await app.settle()
  expect(uploads().length).toBe(1)
})

test('a proxy that does not find its hub refuses no clip, not even as the first word of a page (OUT-06, OUT-08)', async () => {
  await app.services.http.send(calls.workspaces.usage, {})
  const restore = app.backend.play(answers(404, '404 page not found\n', 'Not Found'))
  const next = await startApp({ backend: app.backend, storage: app.storage })
  equip(next.store)
  await recordClip(next.store, { ...clip, workspaceId: userOf(app).workspaceId, cameraId })
  await next.settle()
  expect(next.store.get(outboxStateAtom)).toMatchObject({ waiting: 1, refused: 0, isStalled: true })
  restore()
  next.timers.fire()
  await next.settle()
  expect([next.store.get(outboxStateAtom).waiting, (await videos()).total]).toEqual([0, 1])
  await next.close()
})

test('a spent month refuses the clip until a later try is taken, and nobody has to come by (OUT-06)', async () => {
  const spent = answers(402, { code: 'recording-limit', message: 'This month is spent.' })
  const undo = app.backend.play(only('POST /videos/upload', spent))
  await record()
  app.timers.fire()
  await app.settle()
  expect(state()).toMatchObject({ waiting: 0, refused: 1, lastRefusal: 'This month is spent.', isStalled: false })
  undo()
  app.timers.fire()
  await app.settle()
  expect([uploads().length, state().refused, (await videos()).total]).toEqual([3, 0, 1])
})

test('the hub’s own refusal is kept with its sentence, and the next clip goes through (OUT-06)', async () => {
  await record({ id: crypto.randomUUID(), content: new Blob(['not a video']) })
  await record()
  expect(state()).toMatchObject({ waiting: 0, refused: 1, lastRefusal: 'The clip is neither a webm nor an mp4 video.' })
  expect((await videos()).total).toBe(1)
})

test('a clip of one user waits for that user, whoever signs in meanwhile', async () => {
  const ann = app.services.session.read()
  const back = app.backend.play(offline)
  await record()
  app.store.set(signOutAtom)
  back()
  await app.signIn('bob@example.org')
  await app.settle()
  expect((await videos()).total).toBe(0)
  expect(state()).toMatchObject({ waiting: 0 })
  app.services.session.signIn(ann?.token ?? '', ann?.refreshToken ?? '', ann?.workspaceId ?? '')
  await app.settle()
  expect((await videos()).total).toBe(1)
})

test.each([
  [400, 'refused'],
  [402, 'refused'],
  [403, 'refused'],
  [404, 'refused'],
  [413, 'refused'],
  [415, 'refused'],
  [422, 'refused'],
  [401, 'postponed'],
  [408, 'postponed'],
  [429, 'postponed'],
  [500, 'postponed'],
  [503, 'postponed'],
])('an upload answered %i is %s', (status, kind) => {
  expect(deliveryResultOf({ ...answered, status }, NOW_MS).kind).toBe(kind)
})

test.each([
  [400, { kind: 'postponed', because: 'trouble' }],
  [403, { kind: 'postponed', because: 'trouble' }],
  [404, { kind: 'postponed', because: 'no-answer' }],
  [413, { kind: 'refused' }],
])('an upload that a proxy answers %i in the place of the hub ends in %j (OUT-06)', (status, result) => {
  expect(deliveryResultOf({ ...ofProxy, status }, NOW_MS)).toMatchObject(result)
})

test('a refusal without a sentence is told by its status', () => {
  expect(deliveryResultOf({ ...answered, status: 413, statusText: 'Too Large' }, NOW_MS)).toEqual({
    kind: 'refused',
    reason: 'The hub answered Too Large.',
    isForNow: false,
  })
})

test.each<[Failure, 'no-answer' | 'trouble']>([
  [{ kind: 'network', isTimeout: true }, 'no-answer'],
  [{ kind: 'signed-out' }, 'no-answer'],
  [{ kind: 'aborted' }, 'no-answer'],
  [{ kind: 'bad-answer', detail: '', isFromProxy: false }, 'trouble'],
  [{ kind: 'bad-answer', detail: '', isFromProxy: true }, 'no-answer'],
  [{ ...answered, status: 502 }, 'no-answer'],
  [{ ...answered, status: 503 }, 'no-answer'],
  [{ ...answered, status: 500 }, 'trouble'],
])('an upload that ended with %j is tried again, because of %s', (failure, because) => {
  expect(deliveryResultOf(failure, NOW_MS)).toEqual({ kind: 'postponed', because })
})

/** What a hub says that is busy for 6.4 s, by a clock that is so far ahead of this machine's. */
const busy = (aheadMs: number) => ({ retryAfterMs: 7_000, retryAt: at(aheadMs + 6_400) })

test.each([
  ['a hub that is full', { status: 503, code: 'unavailable' }, 0],
  ['a hub with too many requests', { status: 429 }, 0],
  ['one that says when', { status: 429, retryAt: at(90_000) }, 90_000],
  ['one whose moment is over', { status: 429, retryAt: at(-90_000) }, 0],
  ['one that says no time', { status: 429, retryAt: 'soon' }, 0],
  ['one whose clock is a day ahead', { status: 503, code: 'unavailable', retryAt: at(86_400_000) }, 600_000],
  ['one that counts the seconds, 20 min behind it', { status: 503, code: 'unavailable', ...busy(1_200_000) }, 7_000],
  ['one that counts the seconds, 20 min ahead of it', { status: 503, code: 'unavailable', ...busy(-1_200_000) }, 7_000],
  ['one that counts the seconds, with its clock', { status: 503, code: 'unavailable', ...busy(0) }, 6_400],
  ['one that counts the seconds alone', { status: 503, code: 'unavailable', retryAfterMs: 8_000 }, 8_000],
  ['one that counts a day', { status: 429, retryAfterMs: 86_400_000 }, 600_000],
])('%s takes no clip for now (OUT-07)', (_name, changes, forMs) => {
  expect(deliveryResultOf({ ...answered, ...changes }, NOW_MS)).toEqual({
    kind: 'postponed',
    because: 'not-now',
    forMs,
  })
})
