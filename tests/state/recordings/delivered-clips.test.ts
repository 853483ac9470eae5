import { randomUUID } from 'node:crypto'
import { focusManager } from '@tanstack/query-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { raiseAlertAtom, startAlertService } from '../../../src/state/capture/alerts'
import { eventsQueryAtom } from '../../../src/state/events/events'
import { EVENTS_POLL_MS } from '../../../src/state/http/polling'
import { loadMoreVideosAtom } from '../../../src/state/recordings/load-more'
import { storageUsageAtom, storageUsageQueryAtom } from '../../../src/state/recordings/storage-use'
import { videosQueryAtom } from '../../../src/state/recordings/videos'
import { workspaceUsageQueryAtom } from '../../../src/state/workspace/workspace'
import { webm } from '../../server/support/forms'
import { startApp, type TestApp } from '../../support/app'
import { equip, recordClip } from '../../support/outbox'
import { cameraOnHub, clipsOnHub, userOf } from '../support/hub-data'

let app: TestApp
let cameraId: string
let recorded = 0
/** Videos is open, with three pages loaded, in the tab that runs a camera. */
beforeEach(async () => {
  app = await startApp()
  equip(app.store)
  await app.signIn()
  cameraId = (await cameraOnHub(app)).id
  await clipsOnHub(app, cameraId, 14)
  app.watch(videosQueryAtom, eventsQueryAtom, storageUsageQueryAtom, workspaceUsageQueryAtom)
  await app.settle()
  for (const _page of [1, 2]) await app.store.set(loadMoreVideosAtom)
  await app.settle()
})
afterEach(async () => {
  focusManager.setFocused(undefined)
  await app.close()
})

const videoReads = () => app.backend.sentTo('GET /videos').length
const eventReads = () => app.backend.sentTo('GET /notifications').length
/** How many recordings, events and stored bytes the tab has heard of. */
const shown = () => [
  app.store.get(videosQueryAtom).data?.pages[0]?.total,
  app.store.get(eventsQueryAtom).data?.total,
  app.store.get(storageUsageAtom).used,
  app.store.get(workspaceUsageQueryAtom).data?.storage.used,
]
const all = (clips: number) => [clips, clips, clips * 1000, clips * 1000]
const timers = () => app.timers.delays().filter((delayMs) => delayMs === EVENTS_POLL_MS).length

/** The camera delivers a clip. */
async function deliver(): Promise<void> {
  const id = randomUUID()
  const content = new Blob([new Uint8Array(webm(1000, 100 + ++recorded))], { type: 'video/webm' })
  const { workspaceId } = userOf(app)
  const startedAtMs = app.backend.hub.clock.now() - 60_000 + recorded * 1_000
  const clip = { id, workspaceId, cameraId, content, startedAtMs, mediaType: 'video/webm', hasAudio: false }
  await recordClip(app.store, { ...clip, thumbnail: null })
  await app.settle()
}

test('an alert of a hidden tab has it read no list either (LESS-11)', async () => {
  focusManager.setFocused(false)
  const end = startAlertService(app.store)
  const before = [videoReads(), eventReads()]
  const { workspaceId } = userOf(app)
  app.store.set(raiseAlertAtom, workspaceId, cameraId, 'covered', app.backend.hub.clock.now())
  await app.settle()
  expect(app.backend.sentTo(`POST /cameras/${cameraId}/alerts`)).toHaveLength(1)
  expect([videoReads(), eventReads()]).toEqual(before)
  focusManager.setFocused(undefined)
  await app.settle()
  expect(app.store.get(eventsQueryAtom).data?.total).toBe(15)
  end()
})

test('clips that a hidden tab delivers have it read no list, which is read as soon as somebody looks (LESS-11)', async () => {
  focusManager.setFocused(false)
  const before = [videoReads(), eventReads()]
  await deliver()
  await deliver()
  app.timers.fire()
  await app.settle()
  expect([videoReads(), eventReads()]).toEqual(before)
  focusManager.setFocused(undefined)
  await app.settle()
  expect(shown()).toEqual(all(16))
})

test('where somebody looks the first is read of at once, what follows together 4 s later, and then no more (LESS-11)', async () => {
  const before = videoReads()
  await deliver()
  expect([videoReads() - before, shown()]).toEqual([3, all(15)])
  await deliver()
  await deliver()
  expect([videoReads() - before, timers()]).toEqual([3, 1])
  app.timers.fire()
  await app.settle()
  expect([videoReads() - before, shown()]).toEqual([6, all(17)])
  app.timers.fire()
  await app.settle()
  expect([videoReads() - before, timers()]).toEqual([6, 0])
  await deliver()
  expect(shown()).toEqual(all(18))
})
