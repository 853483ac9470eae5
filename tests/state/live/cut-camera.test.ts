import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isLiveLineOpenAtom } from '../../../src/state/live/presence'
import type { LiveTab } from '../../server/support/live'
import { type CameraTab, startCameraTab } from '../../support/live/camera-tab'
import { FakePeer } from '../../support/live/fake-peer'
import { StoppingProxy } from '../../support/live/stopping-proxy'

const BACK_WITHIN_MS = 5_000
const size = { width: 640, height: 360 }

let network: StoppingProxy
let tab: CameraTab
let viewer: LiveTab
beforeEach(async () => {
  tab = await startCameraTab({ tier: 'PRO' }, async (origin) => {
    network = await StoppingProxy.start(origin)
    return network.origin
  })
  tab.run()
  viewer = await tab.openViewer()
  await vi.waitFor(() => expect(viewer.present).toHaveLength(1))
})
afterEach(async () => {
  await network.close()
  await tab.close()
})

const isOpen = () => tab.app.store.get(isLiveLineOpenAtom)

async function look(): Promise<void> {
  const viewingId = randomUUID()
  viewer.send({ kind: 'view', viewingId, cameraId: tab.cameraId, size, offer: 'video audio' })
  await viewer.hears('answer', (news) => news.viewingId === viewingId)
}

it('a camera whose network goes while somebody looks notices within 5 s, sends to nobody, and is back soon after (LIVE-100)', async () => {
  await look()
  await tab.pass(3_000)
  network.cut()
  await tab.pass(5_000)
  expect([isOpen(), FakePeer.made.filter(({ isClosed }) => !isClosed)]).toEqual([false, []])
  await tab.pass(5_000)
  network.mend()
  let passedMs = 0
  for (; passedMs < BACK_WITHIN_MS && !isOpen(); passedMs += 500) await tab.pass(500)
  expect(passedMs).toBeLessThan(BACK_WITHIN_MS)
  await vi.waitFor(() => expect(viewer.present).toHaveLength(1))
  await look()
})

it('keeps its line while the hub answers, and is as patient as before once nobody looks (LIVE-100)', async () => {
  await look()
  await tab.pass(20_000)
  expect([isOpen(), tab.sockets.length]).toEqual([true, 1])
  viewer.send({ kind: 'end', viewingId: viewer.all('answer')[0]?.viewingId ?? '', reason: 'left' })
  await vi.waitFor(() => expect(FakePeer.made.every(({ isClosed }) => isClosed)).toBe(true))
  await tab.pass(3_000)
  network.cut()
  await tab.pass(8_000)
  expect(isOpen()).toBe(true)
})
