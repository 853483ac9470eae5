import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ExtensionName } from '../../../src/contract/extensions'
import type { WaitingClip } from '../../../src/outbox/waiting-clip'
import { noteExtensionsAtom } from '../../../src/state/http/extensions'
import { discardRefusedAtom, outboxStateAtom, retryRefusedAtom } from '../../../src/state/recordings/delivery'
import { deliveryLineAtom } from '../../../src/state/recordings/delivery-line'
import { listVideos } from '../../server/support/calls'
import { jpeg, webm } from '../../server/support/forms'
import { startApp, type TestApp } from '../../support/app'
import { equip, fakeDisk, recordClip } from '../../support/outbox'
import { answers, answers500, offline, only, type Scenario } from '../../support/scenarios'
import { cameraOnHub, userOf } from '../support/hub-data'

let app: TestApp
let cameraId: string
beforeEach(async () => {
  app = await startApp({ clips: fakeDisk() })
  equip(app.store)
  await app.signIn()
  cameraId = (await cameraOnHub(app)).id
})
afterEach(() => app.close())

const clipOf = (second: number) => ({
  id: crypto.randomUUID(),
  content: new Blob([new Uint8Array(webm(2000))], { type: 'video/webm' }),
  mediaType: 'video/webm',
  startedAtMs: Date.parse('2026-03-10T11:59:00Z') + second * 1_000,
  hasAudio: false,
  thumbnail: new Blob([new Uint8Array(jpeg(300))], { type: 'image/jpeg' }),
})
const record = async (second: number, changes: Partial<Pick<WaitingClip, 'thumbnail'>> = {}) => {
  await recordClip(app.store, {
    ...clipOf(second),
    workspaceId: userOf(app).workspaceId,
    cameraId,
    ...(changes.thumbnail !== undefined && { thumbnail: changes.thumbnail }),
  })
  await app.settle()
}
const uploads = () => app.backend.sentTo('POST /videos/upload')
const total = async () => (await listVideos(app.backend.hub.fastify, userOf(app))).total
const state = () => app.store.get(outboxStateAtom)
/** Bytes that the disk has lost. */
const lostBlob = () =>
  Object.assign(new Blob(['lost']), { arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) })
/** Bytes that the disk gives back from the second time on; at first it neither answers nor fails. */
const lateBlob = () => {
  const blob = new Blob([new Uint8Array(webm(2000))], { type: 'video/webm' })
  const readings = [new Promise<ArrayBuffer>(() => undefined)]
  return Object.assign(blob, { arrayBuffer: () => readings.pop() ?? Blob.prototype.arrayBuffer.call(blob) })
}
/** The first uploads meet the scenario, the others the hub. */
const onUploads = (count: number, scenario: Scenario): Scenario => {
  let left = count
  return only('POST /videos/upload', (request, next) => (left-- > 0 ? scenario(request, next) : next(request)))
}

test('an upload that fails is reported with the specified sentence, and nobody is shown it (ERR-19)', async () => {
  app.backend.play(onUploads(1, answers500))
  await record(1)
  expect(app.reports).toEqual(['Failed to upload video'])
  expect(app.toasts).toEqual([])
})

test('a clip that cannot be read back is refused with a sentence, and the next goes through (OUT-06)', async () => {
  const closed = { content: lostBlob(), mediaType: 'video/webm', hasAudio: false }
  equip(app.store, { closeClip: async () => ({ kind: 'closed', clip: closed }) })
  await record(1)
  equip(app.store)
  await record(2)
  expect(uploads().length).toBe(1)
  const lastRefusal = 'This browser could not read the clip back from its disk.'
  expect([state(), await total()]).toMatchObject([{ waiting: 0, refused: 1, lastRefusal, isStalled: false }, 1])
})

test('a clip whose bytes the disk is silent about waits by itself, and the next goes through (OUT-06)', async () => {
  const closed = { content: lateBlob(), mediaType: 'video/webm', hasAudio: false }
  equip(app.store, { closeClip: async () => ({ kind: 'closed', clip: closed }) })
  await record(1)
  equip(app.store)
  await record(2)
  app.timers.fire()
  await app.settle()
  expect([state(), await total()]).toMatchObject([{ waiting: 1, refused: 0, isStalled: true }, 1])
  app.timers.fire()
  await app.settle()
  expect([state(), await total()]).toMatchObject([{ waiting: 0, refused: 0, isStalled: false }, 2])
})

test('a clip that the hub finds no film in stays in the browser, with its sentence, and the next goes through (FACT-02)', async () => {
  const begun = new Blob([new Uint8Array(webm(100))], { type: 'video/webm' })
  equip(app.store, {
    closeClip: async () => ({ kind: 'closed', clip: { content: begun, mediaType: 'video/webm', hasAudio: false } }),
  })
  await record(1)
  equip(app.store)
  await record(2)
  const lastRefusal = 'The clip is no film: its file holds no picture that could be played. It was not stored.'
  expect([state(), await total()]).toMatchObject([{ waiting: 0, refused: 1, refusedForNow: 0, lastRefusal }, 1])
  expect(uploads().length).toBe(2)
})

test('a picture that cannot be read back is left out; the clip is delivered (EXT-03)', async () => {
  app.store.set(noteExtensionsAtom, new Set<ExtensionName>(['clip-details']))
  await record(1)
  await record(2, { thumbnail: lostBlob() })
  expect(uploads().map(({ form }) => form?.has('startedAt'))).toEqual([true, true])
  expect(uploads().map(({ form }) => form?.has('thumbnail'))).toEqual([true, false])
  expect([state().waiting, await total()]).toEqual([0, 2])
})

test('a picture that the disk is silent about does not hold up its clip (EXT-03)', async () => {
  app.store.set(noteExtensionsAtom, new Set<ExtensionName>(['clip-details']))
  await record(1, { thumbnail: lateBlob() })
  app.timers.fire()
  await app.settle()
  expect(uploads().map(({ form }) => form?.has('thumbnail'))).toEqual([false])
  expect([state().waiting, await total()]).toEqual([0, 1])
})

test('a clip that the hub stumbles over does not stop the next one (OUT-06)', async () => {
  app.backend.play(onUploads(1, answers500))
  await record(1)
  expect(uploads().length).toBe(1)
  await record(2)
  // A new clip causes its own upload only.
  expect(uploads().length).toBe(2)
  expect([state(), await total()]).toMatchObject([{ waiting: 1, refused: 0, isStalled: true }, 1])
  app.timers.fire()
  await app.settle()
  expect([state().waiting, await total()]).toEqual([0, 2])
})

test.each([
  ['no network', offline],
  ['a proxy without its hub', answers(502)],
])('where nobody answers, the others are not tried: %s (OUT-08)', async (_name, scenario) => {
  app.backend.play(scenario)
  await record(1)
  await record(2)
  const before = uploads().length
  app.timers.fire()
  await app.settle()
  expect([uploads().length - before, state()]).toMatchObject([1, { waiting: 2, isStalled: true }])
})

test.each([
  ['whose disk is full', answers(503, { code: 'unavailable', message: 'The disk is full.' })],
  ['with too many requests', answers(429, { code: 'too-many-requests', message: 'Too many requests.' })],
])('a hub %s is sent one clip a try, and the line says that it has trouble (OUT-07)', async (_name, scenario) => {
  const undo = app.backend.play(only('POST /videos/upload', scenario))
  await record(1)
  await record(2)
  expect([uploads().length, app.store.get(deliveryLineAtom)]).toMatchObject([1, { phase: 'troubled', waiting: 2 }])
  app.timers.fire()
  await app.settle()
  expect(uploads().length).toBe(2)
  undo()
  app.timers.fire()
  await app.settle()
  expect([state(), await total()]).toMatchObject([{ waiting: 0, isStalled: false }, 2])
})

test('refused clips are tried again when a person says so (OUT-06)', async () => {
  const undo = app.backend.play(
    only('POST /videos/upload', answers(402, { code: 'storage-full', message: 'The storage is full.' })),
  )
  await record(1)
  await record(2)
  expect(state()).toMatchObject({ waiting: 0, refused: 2, lastRefusal: 'The storage is full.' })
  undo()
  await app.store.set(retryRefusedAtom)
  await app.settle()
  expect([state().refused, await total()]).toEqual([0, 2])
})

test.each([
  [402, 'recording-limit', 1],
  [404, 'not-found', 0],
  [413, 'too-large', 0],
])(
  'a clip answered %i %s is among those that are tried again by themselves: %i (OUT-06)',
  async (status, code, count) => {
    app.backend.play(only('POST /videos/upload', answers(status, { code })))
    await record(1)
    expect(state()).toMatchObject({ refused: 1, refusedForNow: count })
  },
)

test('refused clips are given up when a person says so, and only they (OUT-06)', async () => {
  const undo = app.backend.play(only('POST /videos/upload', answers(413)))
  await record(1)
  undo()
  app.backend.play(offline)
  await record(2)
  const before = uploads().length
  await app.store.set(discardRefusedAtom)
  await app.settle()
  expect(state()).toMatchObject({ waiting: 1, refused: 0, lastRefusal: null })
  expect(uploads().length).toBe(before)
})
