import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenedStream } from '../../../src/engine/capture'
import { closePreviewAtom, openPreviewAtom, previewAtom } from '../../../src/state/capture/preview'
import { startApp, type TestApp } from '../../support/app'
import { fakeStream } from '../../support/browser/fake-cameras'
import { FakeStream } from '../../support/browser/fake-media'
import { deferred } from '../../support/deferred'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
})
afterEach(() => app.close())

const opened = (isSubstitute = false) =>
  ({ kind: 'open', stream: fakeStream(), hasAudio: false, isSubstitute }) satisfies OpenedStream
const preview = () => app.store.get(previewAtom)
const open = (deviceId: string) => app.store.set(openPreviewAtom, deviceId)
const failedToast = { kind: 'error', text: 'Failed to access selected camera' }

test('a device opens for looking at, and closing stops its stream', async () => {
  const { stream } = opened()
  app.cameras.openPreviewOf = async () => ({ ...opened(), stream })
  const opening = open('device-1')
  expect(preview()).toEqual({ phase: 'opening', deviceId: 'device-1' })
  await opening
  expect(preview()).toEqual({ phase: 'open', deviceId: 'device-1', stream })
  app.store.set(closePreviewAtom)
  expect(preview()).toEqual({ phase: 'closed' })
  expect(app.cameras.stoppedPreviews).toEqual([stream])
  app.store.set(closePreviewAtom)
  expect(app.cameras.stoppedPreviews.length).toBe(1)
})

test('a device that does not open is told by a toast (ERR-13)', async () => {
  app.cameras.openPreviewOf = async () => ({ kind: 'failed', reason: 'device-busy' })
  await open('device-1')
  expect(preview()).toEqual({ phase: 'failed', deviceId: 'device-1', reason: 'device-busy' })
  expect(app.toasts).toEqual([failedToast])
})

test('a device that did not open is tried again for as long as somebody waits, and told once (ERR-13)', async () => {
  const { stream } = opened()
  let asked = 0
  app.cameras.openPreviewOf = async () => {
    asked++
    return asked < 3 ? { kind: 'failed', reason: 'device-busy' } : { ...opened(), stream }
  }
  await open('device-1')
  for (const isOpen of [false, true]) {
    app.timers.fire()
    await app.settle()
    expect(preview().phase).toBe(isOpen ? 'open' : 'failed')
  }
  expect(app.toasts).toEqual([failedToast])
  app.cameras.openPreviewOf = async () => ({ kind: 'failed', reason: 'device-busy' })
  await open('device-1')
  app.store.set(closePreviewAtom)
  app.cameras.openPreviewOf = async () => Promise.reject(new Error('Nobody waits for it.'))
  app.timers.fire()
  await app.settle()
  expect(preview()).toEqual({ phase: 'closed' })
})

test('a device that is pulled out while somebody looks is said to be, and shown again once it is back', async () => {
  const first = new FakeStream('video')
  app.cameras.openPreviewOf = async () => ({ ...opened(), stream: first.asMediaStream })
  await open('device-1')
  const { stream } = opened()
  app.cameras.openPreviewOf = async () => ({ ...opened(), stream })
  first.tracks[0]?.lose()
  expect(preview()).toEqual({ phase: 'failed', deviceId: 'device-1', reason: 'device-lost' })
  expect(app.cameras.stoppedPreviews).toEqual([first.asMediaStream])
  app.timers.fire()
  await app.settle()
  expect(preview()).toEqual({ phase: 'open', deviceId: 'device-1', stream })
  app.store.set(closePreviewAtom)
  first.tracks[0]?.lose()
  expect([preview(), app.toasts]).toEqual([{ phase: 'closed' }, []])
})

test('another device standing in is no preview of the chosen one: it is stopped (ERR-13)', async () => {
  const substitute = opened(true)
  app.cameras.openPreviewOf = async () => substitute
  await open('device-1')
  expect(preview()).toEqual({ phase: 'failed', deviceId: 'device-1', reason: 'no-device' })
  expect(app.cameras.stoppedPreviews).toEqual([substitute.stream])
  expect(app.toasts).toEqual([failedToast])
})

test('a stream that comes after closing is stopped and not shown', async () => {
  const answer = deferred<OpenedStream>()
  const late = opened()
  app.cameras.openPreviewOf = () => answer.promise
  const opening = open('device-1')
  app.store.set(closePreviewAtom)
  answer.resolve(late)
  await opening
  expect(preview()).toEqual({ phase: 'closed' })
  expect(app.cameras.stoppedPreviews).toEqual([late.stream])
})

test('of two devices chosen one after the other the second shows, however late the first comes', async () => {
  const first = deferred<OpenedStream>()
  const [late, chosen] = [opened(), opened()]
  app.cameras.openPreviewOf = (deviceId) => (deviceId === 'device-1' ? first.promise : Promise.resolve(chosen))
  const opening = open('device-1')
  await open('device-2')
  first.resolve(late)
  await opening
  expect(preview()).toEqual({ phase: 'open', deviceId: 'device-2', stream: chosen.stream })
  expect(app.cameras.stoppedPreviews).toEqual([late.stream])
})

test('a failure after closing says nothing', async () => {
  const answer = deferred<OpenedStream>()
  app.cameras.openPreviewOf = () => answer.promise
  const opening = open('device-1')
  app.store.set(closePreviewAtom)
  answer.resolve({ kind: 'failed', reason: 'device-busy' })
  await opening
  expect([preview(), app.toasts]).toEqual([{ phase: 'closed' }, []])
})
