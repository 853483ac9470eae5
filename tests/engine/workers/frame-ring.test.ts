import { describe, expect, it } from 'vitest'
import { copyFrame, FrameRing } from '../../../src/engine/workers/frame-ring'
import { deferred } from '../../support/deferred'
import { fakeVideoFrame } from '../../support/engine/fake-frames'

const REACH_MS = 5_000

/** A ring that keeps a frame every 300 ms, as checks come. */
async function filledRing(frames: number, reachMs = REACH_MS) {
  const ring = new FrameRing(reachMs)
  const kept = Array.from({ length: frames }, () => fakeVideoFrame())
  for (const [i, { frame }] of kept.entries()) await ring.keep(frame, i * 300)
  return { ring, areClosed: () => kept.every(({ isClosed }) => isClosed) }
}

const timesOf = (frames: readonly { readonly atMs: number }[]) => frames.map(({ atMs }) => atMs)

describe('a copy of a frame', () => {
  it('has its pixels and all that is needed to make it again, and the frame is closed', async () => {
    const bytes = Uint8Array.from({ length: 12 }, (_, i) => i)
    const fake = fakeVideoFrame({ format: 'I420', width: 4, height: 2, bytes })
    const kept = await copyFrame(fake.frame, 77)
    expect(new Uint8Array(kept?.data ?? new ArrayBuffer(0))).toEqual(bytes)
    expect(kept).toMatchObject({
      atMs: 77,
      init: {
        format: 'I420',
        codedWidth: 4,
        codedHeight: 2,
        displayWidth: 4,
        displayHeight: 2,
        layout: [{ offset: 0, stride: 4 }],
        colorSpace: { matrix: 'bt709' },
      },
    })
    expect(fake.isClosed).toBe(true)
  })

  it('goes into memory that has its size, and into new memory where that has another', async () => {
    const spare = new ArrayBuffer(16)
    expect((await copyFrame(fakeVideoFrame().frame, 0, spare))?.data).toBe(spare)
    const other = await copyFrame(fakeVideoFrame({ format: 'I420', width: 8, height: 4 }).frame, 0, spare)
    expect([other?.data === spare, other?.data.byteLength]).toEqual([false, 32])
  })

  it.each([
    { format: null, width: 4, height: 4 },
    { format: 'I420', width: 4, height: 4, isUnreadable: true },
  ])('is none of a frame that cannot be read, which is closed: %j', async (content) => {
    const fake = fakeVideoFrame(content)
    expect([await copyFrame(fake.frame, 0), fake.isClosed]).toEqual([null, true])
  })
})

describe('the last frames of a camera', () => {
  it('are handed over from the newest at or before the wanted moment on: no clip begins later than asked', async () => {
    const { ring } = await filledRing(11)
    expect(timesOf(ring.take(1_000))).toEqual([900, 1_200, 1_500, 1_800, 2_100, 2_400, 2_700, 3_000])
  })

  it('begin with one of just the wanted moment where there is one', async () => {
    const { ring } = await filledRing(11)
    expect(timesOf(ring.take(1_200))[0]).toBe(1_200)
  })

  it('are all there are where they do not reach back that far', async () => {
    const { ring } = await filledRing(3)
    expect(timesOf(ring.take(-5_000))).toEqual([0, 300, 600])
  })

  it('are handed over once', async () => {
    const { ring } = await filledRing(3)
    ring.take(0)
    expect(ring.take(0)).toEqual([])
  })

  it('reach 5 s before the newest and no further but for one frame, and each frame was closed', async () => {
    const { ring, areClosed } = await filledRing(100)
    const times = timesOf(ring.take(0))
    const newestMs = times.at(-1) ?? 0
    expect(newestMs).toBe(99 * 300)
    expect(times[0]).toBeLessThanOrEqual(newestMs - REACH_MS)
    expect(times[1]).toBeGreaterThan(newestMs - REACH_MS)
    expect(areClosed()).toBe(true)
  })

  it('do not begin with one of long ago, where the camera slept since', async () => {
    const { ring } = await filledRing(1)
    const awakeAtMs = 3_600_000
    await ring.keep(fakeVideoFrame().frame, awakeAtMs)
    await ring.keep(fakeVideoFrame().frame, awakeAtMs + 300)
    expect(timesOf(ring.take(awakeAtMs + 300 - REACH_MS))).toEqual([awakeAtMs, awakeAtMs + 300])
  })

  it('lie in memory that is used again: none is added once the ring is full', async () => {
    const ring = new FrameRing(REACH_MS)
    const buffers = new Set<ArrayBuffer>()
    const keep = async (i: number) => {
      const fake = fakeVideoFrame()
      const copyTo = fake.frame.copyTo.bind(fake.frame)
      fake.frame.copyTo = (target) => {
        if (target instanceof ArrayBuffer) buffers.add(target)
        return copyTo(target)
      }
      await ring.keep(fake.frame, i * 300)
    }
    for (let i = 0; i < 20; i++) await keep(i)
    const { size } = buffers
    for (let i = 20; i < 500; i++) await keep(i)
    expect(buffers.size).toBe(size)
  })

  it('never share their memory with a frame that was handed over', async () => {
    const { ring } = await filledRing(30)
    const taken = ring.take(0)
    for (let i = 0; i < 60; i++) await ring.keep(fakeVideoFrame().frame, 9_000 + i * 300)
    const later = ring.take(0)
    const buffers = new Set([...taken, ...later].map(({ data }) => data))
    expect(buffers.size).toBe(taken.length + later.length)
  })

  it('never share their memory where one comes while another is still being copied', async () => {
    const { ring } = await filledRing(30)
    await Promise.all([9_000, 9_050].map((atMs) => ring.keep(fakeVideoFrame().frame, atMs)))
    const taken = ring.take(0)
    expect(new Set(taken.map(({ data }) => data)).size).toBe(taken.length)
  })

  it('are fewer at once when the reach is shortened, and none at a reach of 0', async () => {
    const { ring } = await filledRing(30)
    ring.setReach(2_000)
    expect(timesOf(ring.take(0))[0]).toBe(6_600)
    const other = (await filledRing(30)).ring
    other.setReach(0)
    const fake = fakeVideoFrame()
    await other.keep(fake.frame, 10_000)
    expect([other.take(0), fake.isClosed]).toEqual([[], true])
  })

  it('leave out those that cannot be read', async () => {
    const { ring } = await filledRing(2)
    const opaque = fakeVideoFrame({ format: null, width: 4, height: 4 })
    await ring.keep(opaque.frame, 600)
    await ring.keep(fakeVideoFrame().frame, 900)
    expect([timesOf(ring.take(0)), opaque.isClosed]).toEqual([[0, 300, 900], true])
  })

  it.each([
    ['handed over', (ring: FrameRing) => void ring.take(0)],
    ['given up', (ring: FrameRing) => ring.setReach(0)],
  ])('are not joined by one that was being copied when they were %s', async (_, end) => {
    const { ring } = await filledRing(2)
    const gate = deferred<void>()
    const late = fakeVideoFrame({ format: 'I420', width: 4, height: 4, copyGate: gate.promise })
    const keeping = ring.keep(late.frame, 600)
    end(ring)
    gate.resolve()
    await keeping
    ring.setReach(REACH_MS)
    expect([ring.take(0), late.isClosed]).toEqual([[], true])
  })
})
