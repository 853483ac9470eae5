import { afterEach, beforeEach, expect, test } from 'vitest'
import { indexedDbClipStore } from '../../../src/outbox/indexed-db-store'
import { connectionAtom } from '../../../src/state/hub/connection'
import {
  clipBegunAtom,
  clipEndedAtom,
  clipPartAtom,
  offlineSinceMsAtom,
  outboxStateAtom,
  startDeliveryService,
} from '../../../src/state/recordings/delivery'
import { servicesAtom } from '../../../src/state/services'
import { signOutAtom } from '../../../src/state/sign-in/session'
import { listVideos } from '../../server/support/calls'
import { webm } from '../../server/support/forms'
import { startApp, type TestApp } from '../../support/app'
import { deferred } from '../../support/deferred'
import { browserLocks, clipLocks, equip, fakeDisk, fakeNetwork, recordClip, waitingClip } from '../../support/outbox'
import { offline, only } from '../../support/scenarios'
import { cameraOnHub, userOf } from '../support/hub-data'

let databases = 0
let app: TestApp
let workspaceId: string
let cameraId: string
let name: string
let locks = browserLocks()

beforeEach(async () => {
  name = `delivery-recording-${databases++}`
  locks = browserLocks()
  app = await tab()
  await app.signIn()
  workspaceId = userOf(app).workspaceId
  cameraId = (await cameraOnHub(app)).id
  await app.settle()
})
afterEach(() => app.close())

/** A tab of the browser; a further one shares its disk, session and locks. */
async function tab(first?: TestApp): Promise<TestApp> {
  const shared = first && { backend: first.backend, storage: first.storage }
  const started = await startApp({ clips: indexedDbClipStore(name), locks, ...shared })
  equip(started.store, { ifFree: clipLocks(locks).ifFree })
  return started
}

const clipOf = (number: number) => ({
  ...waitingClip(number, { workspaceId, cameraId, id: crypto.randomUUID() }),
  content: new Blob([new Uint8Array(webm(2000))], { type: 'video/webm' }),
})
const videos = () => listVideos(app.backend.hub.fastify, userOf(app))
const uploads = () => app.backend.sentTo('POST /videos/upload')
/** File names of the uploads, which carry the clips' ids. */
const sentNames = () =>
  uploads().map(({ form }) => {
    const video = form?.get('video')
    return video instanceof File ? video.name : null
  })
const state = (of = app) => of.store.get(outboxStateAtom)

/** Parts of a recording that goes on. */
function recordOn(of: TestApp): string {
  const { id, startedAtMs, mediaType, hasAudio } = clipOf(1)
  of.store.set(clipBegunAtom, workspaceId, cameraId, { id, startedAtMs, mediaType, hasAudio })
  of.store.set(clipPartAtom, id, new Uint8Array(webm(2000)))
  return id
}

test('a recording whose tab ended is delivered once by the tab that is left, and under its id (OUT-02)', async () => {
  const second = await tab(app)
  const id = recordOn(second)
  await second.settle()
  const network = fakeNetwork()
  equip(app.store, { ifFree: clipLocks(locks).ifFree, network })
  const end = startDeliveryService(app.store)
  await app.settle()
  expect(uploads().length).toBe(0)
  await second.close()
  network.look()
  await app.settle()
  network.look()
  await app.settle()
  expect(sentNames()).toEqual([`${id}.webm`])
  expect((await videos()).total).toBe(1)
  expect(state()).toMatchObject({ waiting: 0, hasRecorded: true })
  end()
})

test('two tabs deliver what waits once each, oldest first (OUT-03)', async () => {
  const back = app.backend.play(offline)
  const clips = [3, 1, 2].map(clipOf)
  for (const clip of clips) await recordClip(app.store, clip)
  await app.settle()
  const second = await tab(app)
  await second.settle()
  expect([state().waiting, state(second).waiting]).toEqual([3, 3])
  back()
  const before = uploads().length
  for (const { timers } of [app, second]) timers.fire()
  await app.settle()
  await second.settle()
  expect(sentNames().slice(before)).toEqual([1, 2, 0].map((i) => `${clips[i]?.id}.webm`))
  expect((await videos()).total).toBe(3)
  await second.close()
})

test('a clip that is still being recorded at a sign-out reaches its workspace after the next sign-in', async () => {
  const session = app.services.session.read()
  const id = recordOn(app)
  app.store.set(signOutAtom)
  app.store.set(clipEndedAtom, id)
  await app.settle()
  expect([uploads().length, state().hasRecorded]).toEqual([0, false])
  app.services.session.signIn(session?.token ?? '', session?.refreshToken ?? '', workspaceId)
  await app.settle()
  expect((await videos()).total).toBe(1)
})

test('an upload that is under way when somebody else signs in is not sent again in their name', async () => {
  const ann = app.services.session.read()
  const tokens: (string | null)[] = []
  const answer = deferred<void>()
  const undo = app.backend.play(
    only('POST /videos/upload', async (request, next) => {
      tokens.push(request.headers.get('authorization'))
      await answer.promise
      return tokens.length === 1 ? new Response('{}', { status: 401 }) : next(request)
    }),
  )
  await recordClip(app.store, clipOf(1))
  while (tokens.length === 0) await new Promise(setImmediate)
  app.store.set(signOutAtom)
  await app.signIn('bob@example.org')
  answer.resolve()
  await app.settle()
  expect([tokens, (await videos()).total]).toEqual([[`Bearer ${ann?.token}`], 0])
  undo()
  app.store.set(signOutAtom)
  await app.signIn()
  await app.settle()
  expect((await videos()).total).toBe(1)
})

test('a clip that the disk gives back after somebody else signed in is not sent in their name', async () => {
  const slow = deferred<ArrayBuffer>()
  const disk = fakeDisk()
  const other = await startApp({ clips: disk })
  await other.signIn()
  const content = Object.assign(new Blob(['x']), { arrayBuffer: () => slow.promise })
  const clip = { content, mediaType: 'video/webm', hasAudio: false }
  equip(other.store, { closeClip: async () => ({ kind: 'closed', clip }) })
  await recordClip(other.store, { ...clipOf(1), workspaceId: userOf(other).workspaceId })
  await new Promise((resolve) => setTimeout(resolve, 20))
  other.store.set(signOutAtom)
  await other.signIn('bob@example.org')
  slow.resolve(new ArrayBuffer(10))
  await other.settle()
  expect(other.backend.sentTo('POST /videos/upload')).toEqual([])
  expect(disk.clips.size).toBe(1)
  await other.close()
})

test('while the browser is offline nothing is sent; back online all goes at once, without a timer (OUT-04)', async () => {
  const network = fakeNetwork()
  const other = await startApp({ backend: app.backend, storage: app.storage, clips: fakeDisk(), locks })
  equip(other.store, { network })
  const end = startDeliveryService(other.store)
  network.turn(false)
  expect(other.store.get(offlineSinceMsAtom)).toBe(other.services.nowMs())
  for (const number of [1, 2]) await recordClip(other.store, clipOf(number))
  await other.settle()
  expect([uploads().length, other.timers.delays(), state(other).waiting]).toEqual([0, [], 2])
  network.turn(true)
  await other.settle()
  expect([(await videos()).total, state(other).waiting, other.store.get(offlineSinceMsAtom)]).toEqual([2, 0, null])
  end()
  await other.close()
})

/** Counts how often the browser is asked to keep its disk, which it refuses. */
function countPersist(): readonly string[] {
  const asked: string[] = []
  const persist = async () => {
    asked.push('persist')
    return false
  }
  equip(app.store, { clips: { ...app.services.clips, persist } })
  return asked
}

test('the browser is asked to keep its disk once, with the first clip; a refusal is only logged (OUT-05)', async () => {
  const asked = countPersist()
  expect(asked).toEqual([])
  for (const number of [1, 2]) await recordClip(app.store, clipOf(number))
  await app.settle()
  expect([asked.length, (await videos()).total]).toEqual([1, 2])
  expect(app.reports.filter((report) => report.includes('persistent storage')).length).toBe(1)
})

test('a browser whose storage is full is asked to keep its disk, too, and once in the life of a tab (OUT-05)', async () => {
  const asked = countPersist()
  const setItem = () => {
    throw new DOMException('The storage is full.', 'QuotaExceededError')
  }
  equip(app.store, { storage: { ...app.store.get(servicesAtom).storage, getItem: () => null, setItem } })
  for (const number of [1, 2]) await recordClip(app.store, clipOf(number))
  await app.settle()
  expect(asked.length).toBe(1)
})

test('a recording that cannot become a clip while the hub is away waits as one, and goes once it is back', async () => {
  const back = app.backend.play(offline)
  const { closeClip } = app.store.get(servicesAtom)
  equip(app.store, { closeClip: async () => ({ kind: 'failed', reason: 'no-answer' }) })
  await recordClip(app.store, clipOf(1))
  await app.settle()
  expect([state(), uploads().length]).toMatchObject([{ waiting: 1, hasRecorded: true }, 0])
  equip(app.store, { closeClip })
  app.store.set(connectionAtom, { phase: 'unreachable', sinceMs: 0 })
  back()
  app.store.set(connectionAtom, { phase: 'reachable' })
  await app.settle()
  expect([state().waiting, (await videos()).total]).toEqual([0, 1])
})

test('what closes clips is fetched with the first recording, for an outage, and once', async () => {
  const sizes: number[] = []
  const { closeClip } = app.store.get(servicesAtom)
  const counted = (recorded: Blob) => {
    sizes.push(recorded.size)
    return closeClip(recorded)
  }
  equip(app.store, { closeClip: counted })
  for (const number of [1, 2]) await recordClip(app.store, clipOf(number))
  await app.settle()
  expect(sizes.sort()).toEqual([0, 2000, 2000])
})

test('a recording without a picture is removed and reported', async () => {
  equip(app.store, { closeClip: async () => ({ kind: 'failed', reason: 'nothing-recorded' }) })
  await recordClip(app.store, clipOf(1))
  await app.settle()
  expect([uploads().length, await app.services.clips.recordings()]).toEqual([0, []])
  expect(app.reports.some((report) => report.includes('held no picture'))).toBe(true)
})
