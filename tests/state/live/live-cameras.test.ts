import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { punctualityAtom } from '../../../src/state/recordings/transcode'
import type { LiveTab } from '../../server/support/live'
import { FakeStream } from '../../support/browser/fake-media'
import { CountedFrame } from '../../support/engine/counted-frames'
import { stubEncoders } from '../../support/engine/fake-encoders'
import { type CameraTab, startCameraTab } from '../../support/live/camera-tab'
import { FakePeer } from '../../support/live/fake-peer'
import { LoopbackEncoder } from '../../support/live/loopback-encoder'

const size = { width: 640, height: 360 }

let tab: CameraTab
let viewer: LiveTab
beforeEach(async () => {
  stubEncoders()
  tab = await startCameraTab()
  viewer = await tab.openViewer()
})
afterEach(async () => {
  await tab.close()
  vi.unstubAllGlobals()
})

const offered = () => viewer.present.map(({ cameraId }) => cameraId)
const isOffered = () => vi.waitFor(() => expect(offered()).toEqual([tab.cameraId]))

/** Looks at the camera; resolves with the viewing's id once it was answered. */
async function look(by = viewer, offer: string | null = 'video audio'): Promise<string> {
  await isOffered()
  const viewingId = randomUUID()
  by.send({ kind: 'view', viewingId, cameraId: tab.cameraId, size, offer })
  if (offer !== null) await by.hears('answer', (news) => news.viewingId === viewingId)
  return viewingId
}

const openPeers = () => FakePeer.made.filter(({ isClosed }) => !isClosed)

describe('a tab offers the cameras that it runs (LIVE-50)', () => {
  test('when they run, and not when they do not', async () => {
    await viewer.settled()
    expect(offered()).toEqual([])
    tab.run()
    await isOffered()
    tab.lose()
    await vi.waitFor(() => expect(offered()).toEqual([]))
    tab.run()
    await isOffered()
  })

  test('again after the line was lost', async () => {
    tab.run()
    await isOffered()
    tab.sockets.at(-1)?.terminate()
    await vi.waitFor(() => expect(offered()).toEqual([]))
    await vi.waitFor(async () => {
      await tab.clock.advance(500)
      expect(tab.sockets).toHaveLength(2)
    })
    await isOffered()
  })
})

describe('a viewer', () => {
  test('is answered by a camera’s tab and sent its open track; both ends find each other (LIVE-50)', async () => {
    const stream = tab.run()
    const viewingId = await look()
    const [peer] = FakePeer.made
    expect(peer?.of('video').sender.track).toBe(stream.getVideoTracks()[0])
    viewer.send({ kind: 'candidate', viewingId, candidate: { candidate: 'theirs', sdpMid: '0' } })
    await vi.waitFor(() => expect(peer?.added).toMatchObject([{ candidate: 'theirs', sdpMid: '0' }]))
    peer?.find('ours')
    const { candidate } = await viewer.hears('candidate')
    expect(candidate).toMatchObject({ candidate: 'ours', sdpMid: '0' })
  })

  test('whose direct way came to nothing is answered again, by another connection and at its size of now (LIVE-94)', async () => {
    const stream = tab.run()
    Object.assign(stream.getVideoTracks()[0] ?? {}, { getSettings: () => ({ width: 1280, height: 720 }) })
    const viewingId = await look()
    viewer.send({ kind: 'size', viewingId, size: { width: 320, height: 180 } })
    viewer.send({ kind: 'act', viewingId, act: 'listen-begin' })
    await vi.waitFor(() => expect(FakePeer.made[0]?.of('audio').sender.track).not.toBeNull())
    viewer.send({ kind: 'offer', viewingId, sdp: 'video audio' })
    await vi.waitFor(() => expect(viewer.all('answer')).toHaveLength(2))
    expect(FakePeer.made.map(({ isClosed }) => isClosed)).toEqual([true, false])
    const second = FakePeer.made[1]
    await vi.waitFor(() => expect(second?.of('video').sender.encoding.scaleResolutionDownBy).toBe(4))
    // It listens no more until it asks.
    await viewer.hears('act-refused', ({ act }) => act === 'listen-begin')
    expect(second?.of('audio').sender.track).toBeNull()
  })

  test('gets another size when it asks (LIVE-51)', async () => {
    const stream = tab.run()
    Object.assign(stream.getVideoTracks()[0] ?? {}, { getSettings: () => ({ width: 1280, height: 720 }) })
    const viewingId = await look()
    const encoding = () => FakePeer.made[0]?.of('video').sender.encoding
    expect(encoding()).toMatchObject({ scaleResolutionDownBy: 2, maxFramerate: 15 })
    viewer.send({ kind: 'size', viewingId, size: { width: 320, height: 180 } })
    await vi.waitFor(() => expect(encoding()).toMatchObject({ scaleResolutionDownBy: 4 }))
  })

  test('is the fifth: it is told, and has the place of one who goes (LIVE-53)', async () => {
    tab.run()
    const ids: string[] = []
    for (let i = 0; i < 4; i++) ids.push(await look())
    const fifth = await tab.openViewer()
    const viewingId = randomUUID()
    fifth.send({ kind: 'view', viewingId, cameraId: tab.cameraId, size, offer: 'video audio' })
    expect(await fifth.hears('no-direct')).toMatchObject({ viewingId, reason: 'full' })
    expect(openPeers()).toHaveLength(4)
    viewer.send({ kind: 'end', viewingId: ids[0] ?? '', reason: 'left' })
    await vi.waitFor(() => expect(openPeers()).toHaveLength(3))
    await look(fifth)
    expect(openPeers()).toHaveLength(4)
  })

  test('is the fifth, and another program: it is told why it gets nothing, and nothing of it is left (LIVE-42)', async () => {
    tab.run()
    for (let i = 0; i < 4; i++) await look()
    const answer = await fetch(`${tab.origin}/v1/cameras/${tab.cameraId}/whep`, {
      method: 'POST',
      headers: { 'content-type': 'application/sdp', authorization: `Bearer ${tab.user.token}` },
      body: 'v=0 video',
    })
    expect([answer.status, (await answer.json()).message]).toEqual([
      503,
      'As many look through this camera directly as it can serve. Try again when one of them has gone.',
    ])
    await vi.waitFor(() => expect(viewer.present[0]?.viewers).toHaveLength(4))
    expect(openPeers()).toHaveLength(4)
  })

  test('is told where its direct way breaks, and the place is free (LIVE-55)', async () => {
    tab.run()
    const viewingId = await look()
    FakePeer.made[0]?.turn('failed')
    await tab.pass(5_000)
    expect(await viewer.hears('no-direct')).toMatchObject({ viewingId, reason: 'failed' })
    expect(openPeers()).toEqual([])
  })

  test('is told where the browser of the camera opens no connection more (LIVE-55)', async () => {
    tab.run()
    await isOffered()
    FakePeer.isFull = true
    const viewingId = randomUUID()
    viewer.send({ kind: 'view', viewingId, cameraId: tab.cameraId, size, offer: 'video audio' })
    expect(await viewer.hears('no-direct')).toMatchObject({ viewingId, reason: 'failed' })
    FakePeer.isFull = false
    viewer.send({ kind: 'offer', viewingId, sdp: 'video audio' })
    await viewer.hears('answer', (news) => news.viewingId === viewingId)
  })

  test('gets less while checks are late, and all of it again later (LIVE-54)', async () => {
    tab.run()
    await look()
    const rate = () => FakePeer.made[0]?.of('video').sender.encoding.maxFramerate
    tab.app.store.set(punctualityAtom, { areChecksLate: () => true })
    await tab.pass(4_000)
    expect(rate()).toBe(10)
    tab.app.store.set(punctualityAtom, { areChecksLate: () => false })
    await tab.pass(9_000)
    expect(rate()).toBe(10)
    await tab.pass(3_000)
    expect(rate()).toBe(15)
  })

  test('goes on with the track of a camera that was opened anew (LIVE-59)', async () => {
    tab.run()
    await look()
    const anew = tab.run(new FakeStream('video'))
    expect(FakePeer.made[0]?.of('video').sender.track).toBe(anew.getVideoTracks()[0])
    expect(viewer.all('end')).toEqual([])
  })
})

describe('what a viewing holds is given back (LIVE-68)', () => {
  test('when its viewer goes, its camera, or the line', async () => {
    tab.run()
    const first = await look()
    viewer.send({ kind: 'end', viewingId: first, reason: 'left' })
    await vi.waitFor(() => expect(openPeers()).toEqual([]))

    const second = await look()
    tab.lose()
    expect(openPeers()).toEqual([])
    expect(await viewer.hears('end', (news) => news.viewingId === second)).toMatchObject({ reason: 'camera-away' })

    tab.run()
    await look()
    tab.sockets.at(-1)?.terminate()
    await vi.waitFor(() => expect(openPeers()).toEqual([]))
  })

  test('and nothing runs any more, not even a timer (LIVE-58)', async () => {
    tab.run()
    await isOffered()
    const before = tab.clock.pending().length
    const viewingId = await look()
    viewer.send({ kind: 'end', viewingId, reason: 'left' })
    await vi.waitFor(() => expect(openPeers()).toEqual([]))
    await tab.clock.advance(1_000)
    expect([tab.clock.pending().length, LoopbackEncoder.made.length]).toEqual([before, 0])
  })
})

describe('the relay of a camera (LIVE-56)', () => {
  /** Pictures come until the test has what it wants. */
  async function filmUntil(stream: FakeStream, isEnough: () => void) {
    await vi.waitFor(
      () => {
        tab.films.film(stream.asMediaStream)
        isEnough()
      },
      { timeout: 5_000, interval: 40 },
    )
  }

  test('is timed by the hub’s clock, an hour ahead of the camera’s (LIVE-95)', async () => {
    const { clock } = tab.backend.hub
    clock.advance(tab.clock.nowMs() - clock.now() + 3_600_000)
    await tab.pass(15_000)
    const stream = tab.run()
    const viewingId = await look(viewer, null)
    viewer.send({ kind: 'relay', viewingId, isWanted: true })
    await filmUntil(stream, () => expect(viewer.chunks.length).toBeGreaterThan(0))
    const aheadMs = (viewer.chunks[0]?.readDoubleBE(8) ?? 0) - Date.now()
    // The hub's clock stood still while the tab's went on.
    expect(Math.abs(aheadMs - 3_600_000)).toBeLessThan(60_000)
  })

  test('is encoded once for all who want it, and ends with the last of them (LIVE-58)', async () => {
    const stream = tab.run()
    const viewingId = await look(viewer, null)
    viewer.send({ kind: 'relay', viewingId, isWanted: true })
    await filmUntil(stream, () => expect(viewer.chunks.length).toBeGreaterThan(3))
    expect(viewer.all('relay-format')[0]).toMatchObject({ viewingId, format: { codec: 'vp8' } })

    const other = await tab.openViewer()
    const second = await look(other, null)
    other.send({ kind: 'relay', viewingId: second, isWanted: true })
    await filmUntil(stream, () => expect(other.chunks.length).toBeGreaterThan(3))
    expect([LoopbackEncoder.made.length, other.chunks[0]?.readUInt8(0)]).toEqual([1, 1])

    viewer.send({ kind: 'end', viewingId, reason: 'left' })
    other.send({ kind: 'relay', viewingId: second, isWanted: false })
    await vi.waitFor(() =>
      expect([LoopbackEncoder.running, tab.films.isRead(stream.asMediaStream)]).toEqual([0, false]),
    )
    expect(FakePeer.made).toEqual([])
  })

  test('is as large as the largest place that shows it, and follows who comes, goes and changes (LIVE-51)', async () => {
    CountedFrame.width = 640
    const stream = tab.run()
    const lookAt = async (width: number) => {
      await isOffered()
      const viewingId = randomUUID()
      viewer.send({ kind: 'view', viewingId, cameraId: tab.cameraId, size: { width, height: 1_000 }, offer: null })
      viewer.send({ kind: 'relay', viewingId, isWanted: true })
      return viewingId
    }
    const hasWidth = (width: number) =>
      filmUntil(stream, () => expect(viewer.all('relay-format').at(-1)?.format.width).toBe(width))
    const tile = await lookAt(150)
    await hasWidth(160)
    const large = await lookAt(900)
    await hasWidth(640)
    viewer.send({ kind: 'size', viewingId: large, size: { width: 400, height: 1_000 } })
    await hasWidth(480)
    viewer.send({ kind: 'end', viewingId: large, reason: 'left' })
    await hasWidth(160)
    viewer.send({ kind: 'size', viewingId: tile, size: { width: 300, height: 1_000 } })
    await hasWidth(320)
  })

  test('is sent once, however many look and however few of them read (LIVE-56)', async () => {
    const stream = tab.run()
    const tabs = [viewer]
    while (tabs.length < 50) tabs.push(await tab.openViewer())
    for (const each of tabs) each.send({ kind: 'relay', viewingId: await look(each, null), isWanted: true })
    await filmUntil(stream, () => expect(tabs.every(({ chunks }) => chunks.length > 0)).toBe(true))
    for (const deaf of tabs.slice(-10)) deaf.socket.pause()
    const socket = tab.sockets.at(-1)
    if (socket === undefined) throw new Error('there is no line')
    const sending = vi.spyOn(socket, 'send')
    const sent = () => sending.mock.calls.filter(([data]) => typeof data !== 'string').length
    await viewer.settled()
    const before = viewer.chunks.length
    await filmUntil(stream, () => expect(viewer.chunks.length).toBeGreaterThan(before + 10))
    // Some were on their way when the count began, and some are now.
    expect(sent()).toBeGreaterThan(5)
    expect(sent()).toBeLessThan(2 * (viewer.chunks.length - before))
    expect(LoopbackEncoder.made).toHaveLength(1)
  })

  test('goes on where the camera is opened anew, and ends with it (LIVE-59)', async () => {
    const stream = tab.run()
    const viewingId = await look(viewer, null)
    viewer.send({ kind: 'relay', viewingId, isWanted: true })
    await filmUntil(stream, () => expect(viewer.chunks.length).toBeGreaterThan(0))
    const anew = tab.run(new FakeStream('video'))
    const before = viewer.chunks.length
    await filmUntil(anew, () => expect(viewer.chunks.length).toBeGreaterThan(before + 2))
    tab.lose()
    await vi.waitFor(() => expect(LoopbackEncoder.running).toBe(0))
  })

  test('loses whole groups on a line that is too slow, and goes on with a key frame (LIVE-57)', async () => {
    const stream = tab.run()
    const viewingId = await look(viewer, null)
    viewer.send({ kind: 'relay', viewingId, isWanted: true })
    await filmUntil(stream, () => expect(viewer.chunks.length).toBeGreaterThan(2))
    const socket = tab.sockets.at(-1)
    let waiting = 200_000
    Object.defineProperty(socket, 'bufferedAmount', { get: () => waiting, configurable: true })
    const before = viewer.chunks.length
    for (let i = 0; i < 10; i++) {
      tab.films.film(stream.asMediaStream)
      await new Promise((resolve) => setTimeout(resolve, 60))
    }
    await viewer.settled()
    // What was on its way.
    expect(viewer.chunks.length).toBeLessThanOrEqual(before + 1)
    const kept = viewer.chunks.length
    waiting = 0
    await filmUntil(stream, () => expect(viewer.chunks.length).toBeGreaterThan(kept))
    expect(viewer.chunks[kept]?.readUInt8(0)).toBe(1)
  })
})
