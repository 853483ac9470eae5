import { beforeEach, describe, expect, it } from 'vitest'
import { SnapshotPace } from '../../../server/snapshots/snapshot-pace'
import { SnapshotScheduler } from '../../../src/engine/capture/snapshots'
import { FakeFrames } from '../../support/engine/fake-frames'
import { manualClock, settled } from '../../support/manual-clock'

let clock = manualClock()
let frames = new FakeFrames()
let areChecksLate = false
let snapshots = new SnapshotScheduler(clock, () => areChecksLate)
const taken: Blob[] = []
const open = (of = frames) => snapshots.open(of, { intervalMs: 2_500, quality: 0.5 }, (jpeg) => taken.push(jpeg))

/** Each picture takes so long. */
const slowFrames = (tookMs: number): FakeFrames => {
  const slow = new FakeFrames()
  slow.still = () => new Promise((resolve) => clock.after(tookMs, () => resolve(slow.picture)))
  return slow
}

beforeEach(() => {
  clock = manualClock()
  frames = new FakeFrames()
  areChecksLate = false
  snapshots = new SnapshotScheduler(clock, () => areChecksLate)
  taken.length = 0
})

describe('the snapshots of a camera', () => {
  it('are taken every 2.5 s (REC-10)', async () => {
    open()
    await clock.advance(2_499)
    expect(taken.length).toBe(0)
    await clock.advance(1)
    expect(taken).toEqual([frames.picture])
    await clock.advance(7_500)
    expect(taken.length).toBe(4)
  })

  it('are JPEGs of quality 0.5, at most 1280 pixels wide (REC-11)', async () => {
    open()
    await clock.advance(2_500)
    expect(frames.stills).toEqual([{ maxWidth: 1280, quality: 0.5 }])
  })

  it('take another pace from the next one on', async () => {
    const series = open()
    await clock.advance(2_500)
    series.setInterval(10_000)
    await clock.advance(17_500)
    expect(taken.length).toBe(3)
  })

  it('leave out a moment of which no picture could be made, and go on', async () => {
    open()
    const { picture } = frames
    frames.picture = null
    await clock.advance(2_500)
    expect(taken).toEqual([])
    frames.picture = picture
    await clock.advance(2_500)
    expect(taken.length).toBe(1)
  })

  it('stop when ended, and one that was being made is not handed on', async () => {
    const series = open()
    await clock.advance(2_500)
    frames.holdStills()
    await clock.advance(2_500)
    series.end()
    frames.letStillsGo()
    await settled()
    await clock.advance(10_000)
    expect([taken.length, frames.stills.length, clock.pending().length]).toEqual([1, 2, 0])
  })
})

describe('the snapshots of several cameras (ENG-11)', () => {
  it('are spread over the interval, so that none gets in the way of another', async () => {
    const all = [frames, new FakeFrames(), new FakeFrames(), new FakeFrames()]
    for (const each of all) open(each)
    await clock.advance(2_500)
    const counts: number[] = []
    for (let quarter = 0; quarter < 4; quarter++) {
      const before = taken.length
      await clock.advance(625)
      counts.push(taken.length - before)
    }
    expect(counts).toEqual([1, 1, 1, 1])
  })

  it('are made one at a time: what comes due while one takes long is left out and not made later', async () => {
    const other = new FakeFrames()
    open()
    open(other)
    await clock.advance(1_250)
    frames.holdStills()
    other.stills.length = 0
    await clock.advance(6_000)
    expect([frames.stills.length, other.stills.length]).toEqual([1, 0])
    frames.letStillsGo()
    await settled()
    expect([frames.stills.length, other.stills.length]).toEqual([1, 0])
    await clock.advance(2_500)
    expect([frames.stills.length, other.stills.length]).toEqual([2, 1])
  })

  it('are made as soon as the one is that took long, of a camera that had none for 10 s; once', async () => {
    const other = new FakeFrames()
    open()
    open(other)
    await clock.advance(1_250)
    frames.holdStills()
    other.stills.length = 0
    await clock.advance(10_000)
    frames.letStillsGo()
    await settled()
    expect([frames.stills.length, other.stills.length]).toEqual([1, 1])
  })

  it.each([
    { cameras: 4, tookMs: 700 },
    { cameras: 10, tookMs: 300 },
  ])(
    'fall to all of $cameras cameras alike where each takes $tookMs ms, longer than between two turns',
    async (slow) => {
      const counts = new Array<number>(slow.cameras).fill(0)
      for (const camera of counts.keys()) {
        snapshots.open(slowFrames(slow.tookMs), { intervalMs: 2_500, quality: 0.5 }, () => {
          counts[camera] = (counts[camera] ?? 0) + 1
        })
      }
      await clock.advance(60_000)
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
      expect(Math.min(...counts)).toBeGreaterThanOrEqual(11)
    },
  )
})

describe('cameras that send a snapshot in 10 s when somebody begins to watch', () => {
  it.each([2, 4, 10])(
    'all stay ONLINE, %i of them, though each hears of it by its own next one (HUB-10)',
    async (cameras) => {
      const hub = new SnapshotPace({ now: clock.nowMs })
      const sentAtMs = new Array<number>(cameras).fill(clock.nowMs())
      for (const camera of sentAtMs.keys()) {
        const series = snapshots.open(slowFrames(30), { intervalMs: 10_000, quality: 0.5 }, () => {
          sentAtMs[camera] = clock.nowMs()
          series.setInterval(hub.noteSnapshot('workspace', `${camera}`))
        })
      }
      await clock.advance(60_000)
      for (let passedMs = 0; passedMs < 60_000; passedMs += 500) {
        hub.noteWatched('workspace')
        await clock.advance(500)
        for (const [camera, atMs] of sentAtMs.entries()) {
          expect(clock.nowMs() - atMs).toBeLessThanOrEqual(hub.onlineWindowMs(`${camera}`, atMs))
        }
      }
      expect(sentAtMs.every((atMs) => clock.nowMs() - atMs <= 2_600)).toBe(true)
    },
  )
})

describe('snapshots while the machine does with few (ENG-11, LESS-01)', () => {
  it('are left out, and come again when it has time', async () => {
    open()
    await clock.advance(2_500)
    areChecksLate = true
    await clock.advance(7_500)
    expect(frames.stills.length).toBe(1)
    areChecksLate = false
    await clock.advance(2_500)
    expect(frames.stills.length).toBe(2)
  })

  it('still come every fourth time, so that viewers see that the camera lives', async () => {
    areChecksLate = true
    open()
    await clock.advance(30_000)
    expect(frames.stills.length).toBe(3)
  })

  it.each([2_500, 6_000, 10_000])(
    'stay ONLINE on the hub at a pace of %i ms, also where nobody watches any more (HUB-10)',
    async (intervalMs) => {
      const hub = new SnapshotPace({ now: clock.nowMs })
      hub.noteSnapshot('workspace', 'camera')
      await clock.advance(2_500)
      hub.noteSnapshot('workspace', 'camera')
      areChecksLate = true
      let sentAtMs = clock.nowMs()
      snapshots.open(frames, { intervalMs, quality: 0.5 }, () => {
        sentAtMs = clock.nowMs()
        hub.noteSnapshot('workspace', 'camera')
      })
      let sinceMs = 0
      for (let passedMs = 0; passedMs < 120_000; passedMs += 100) {
        const before = frames.stills.length
        await clock.advance(100)
        sinceMs = frames.stills.length > before ? 0 : sinceMs + 100
        expect(sinceMs).toBeLessThan(hub.onlineWindowMs('camera', sentAtMs))
      }
    },
  )
})
