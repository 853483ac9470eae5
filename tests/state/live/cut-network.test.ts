import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LIVE_ANSWER_LIMIT_MS, LIVE_QUIET_MS } from '../../../src/contract/live/live'
import { isLiveLineOpenAtom } from '../../../src/state/live/presence'
import type { LiveTab } from '../../server/support/live'
import { StoppingProxy } from '../../support/live/stopping-proxy'
import { flowDirectly, heardViewing, lookAt, startWatching, viewingAtom, type Watching } from './support'

const CUT_MS = 10_000
const BACK_WITHIN_MS = 5_000

let network: StoppingProxy
let watching: Watching
let camera: LiveTab
beforeEach(async () => {
  watching = await startWatching({}, async (origin) => {
    network = await StoppingProxy.start(origin)
    return network.origin
  })
  camera = await watching.offer()
})
afterEach(async () => {
  await network.close()
  await watching.close()
})

const shown = () => watching.app.store.get(viewingAtom)

/** Half a second at a time, until it is so; how long that took. */
async function passUntil(limitMs: number, isSo: () => boolean): Promise<number> {
  let passedMs = 0
  for (; passedMs < limitMs && !isSo(); passedMs += 500) await watching.pass(500)
  return passedMs
}

async function flowByRelay(seen: number) {
  const { viewingId } = await heardViewing(camera, seen)
  camera.send({ kind: 'no-direct', viewingId, reason: 'full' })
  const { relayId } = await camera.hears('relay-begin', (news) => camera.all('relay-begin').indexOf(news) >= seen)
  camera.send({ kind: 'relay-format', relayId, format: { codec: 'vp8', width: 640, height: 360 } })
  const before = watching.viewer.decoders.length
  camera.sendChunk({ type: 'key', relayId, takenAtMs: watching.clock.nowMs() }, 20)
  await vi.waitFor(() => expect(watching.viewer.decoders.length).toBeGreaterThan(before))
}

it.each([
  { way: 'direct', flow: (seen: number) => flowDirectly(watching, camera, seen) },
  { way: 'relay', flow: flowByRelay },
])('has its $way picture back soon after 10 s without a network (LIVE-96)', async ({ way, flow }) => {
  lookAt(watching)
  await flow(0)
  expect(shown()).toMatchObject({ phase: 'live', way })
  network.cut()
  await passUntil(LIVE_QUIET_MS + LIVE_ANSWER_LIMIT_MS + 500, () => !watching.app.store.get(isLiveLineOpenAtom))
  expect(watching.app.store.get(isLiveLineOpenAtom)).toBe(false)
  await watching.pass(CUT_MS - LIVE_QUIET_MS - LIVE_ANSWER_LIMIT_MS)
  expect(shown()).toMatchObject({ phase: 'reconnecting', why: 'hub' })
  network.mend()
  const tookMs = await passUntil(BACK_WITHIN_MS, () => camera.all('viewing').length === 2)
  await flow(1)
  expect(shown()).toMatchObject({ phase: 'live', way })
  expect(tookMs).toBeLessThan(BACK_WITHIN_MS)
})

it('keeps its line while the hub answers, however little there is to say (LIVE-96)', async () => {
  lookAt(watching)
  const viewingId = await flowDirectly(watching, camera)
  for (let second = 0; second < 20; second++) {
    watching.viewer.latest.framesDecoded = (watching.viewer.latest.framesDecoded ?? 0) + 15
    await watching.pass(1_000)
  }
  expect(shown()).toMatchObject({ phase: 'live', way: 'direct' })
  expect([camera.all('viewing').length, camera.all('end').map((news) => news.viewingId === viewingId)]).toEqual([1, []])
})
