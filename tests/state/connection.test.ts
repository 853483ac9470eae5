import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Failure } from '../../src/api/result'
import { camerasQueryAtom } from '../../src/state/camera-list'
import { addCameraAtom } from '../../src/state/cameras'
import { connectionAtom, noteOutcomeAtom, probeAtom } from '../../src/state/connection'
import { storageUsageQueryAtom } from '../../src/state/videos'
import { startApp, type TestApp } from '../support/app'
import { answers500, offline } from '../support/scenarios'
import { cameraOnHub } from './support/hub-data'

const door = { name: 'Door', location: 'Hall', deviceId: 'device-1', deviceLabel: '' }

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
})
afterEach(() => app.close())

const connection = () => app.store.get(connectionAtom)
const loseHub = async () => {
  const back = app.backend.play(offline)
  await app.store.set(addCameraAtom, door)
  return back
}

test('a call without an answer tells since when the hub is away (design 7.10)', async () => {
  expect(connection()).toEqual({ phase: 'reachable' })
  const sinceMs = app.backend.hub.clock.now()
  await loseHub()
  expect(connection()).toEqual({ phase: 'unreachable', sinceMs })
  app.backend.hub.clock.advance(60_000)
  await app.store.set(addCameraAtom, door)
  expect(connection()).toEqual({ phase: 'unreachable', sinceMs })
})

test('any answer shows that it is back, a refusal too', async () => {
  const back = await loseHub()
  back()
  app.backend.play(answers500)
  await app.store.set(addCameraAtom, door)
  expect(connection()).toEqual({ phase: 'reachable' })
})

test.each<Failure>([{ kind: 'aborted' }, { kind: 'signed-out' }])(
  '$kind says nothing about the hub',
  async (failure) => {
    app.store.set(noteOutcomeAtom, failure)
    expect(connection()).toEqual({ phase: 'reachable' })
    await loseHub()
    app.store.set(noteOutcomeAtom, failure)
    expect(connection().phase).toBe('unreachable')
  },
)

test('what the screens show is read again when it is back', async () => {
  app.watch(camerasQueryAtom, storageUsageQueryAtom)
  await app.settle()
  const back = await loseHub()
  await cameraOnHub(app)
  back()
  const before = app.backend.sentTo('GET /videos/storage-usage').length
  app.store.set(probeAtom)
  await app.settle()
  expect(connection()).toEqual({ phase: 'reachable' })
  expect(app.store.get(camerasQueryAtom).data?.map(({ name }) => name)).toEqual(['Door'])
  expect(app.backend.sentTo('GET /videos/storage-usage').length).toBeGreaterThan(before)
})

test('while it answers nothing is probed', async () => {
  app.watch(storageUsageQueryAtom)
  await app.settle()
  const before = app.backend.sent.length
  app.store.set(probeAtom)
  await app.settle()
  expect(app.backend.sent.length).toBe(before)
})
