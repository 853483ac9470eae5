import { beforeEach, describe, expect, it } from 'vitest'
import { WakeLock, type WakeLockState } from '../../../src/engine/capture/wake-lock'
import { FakePage, FakeWakeLocks } from '../../support/browser/fake-wake-lock'
import { manualClock, settled } from '../../support/manual-clock'

describe('the wake lock (CAM-30, ENG-16)', () => {
  let page = new FakePage()
  let locks = new FakeWakeLocks()
  const refusals: unknown[] = []
  let clock = manualClock()
  const make = () => new WakeLock(page.asDocument, locks, (error) => refusals.push(error), clock)
  let wakeLock = make()
  const states = (of = wakeLock) => {
    const told: WakeLockState['phase'][] = []
    of.watch(({ phase }) => told.push(phase), new AbortController().signal)
    return told
  }

  beforeEach(() => {
    page = new FakePage()
    locks = new FakeWakeLocks()
    refusals.length = 0
    clock = manualClock()
    wakeLock = make()
  })

  it('is held until it is released', async () => {
    await wakeLock.hold()
    expect(locks.held).toBe(1)
    await wakeLock.release()
    expect(locks.held).toBe(0)
  })

  it('is asked for once while it is held', async () => {
    await wakeLock.hold()
    await wakeLock.hold()
    expect(locks.asked).toBe(1)
  })

  it('is asked for again when the page comes back, since browsers drop it while the page is hidden', async () => {
    await wakeLock.hold()
    page.turn('hidden')
    await locks.given[0]?.release()
    await settled()
    expect(locks.asked).toBe(1)
    page.turn('visible')
    await settled()
    expect([locks.asked, locks.held]).toEqual([2, 1])
  })

  it('waits for the page to come back when it is wanted while the page is hidden', async () => {
    page.turn('hidden')
    await wakeLock.hold()
    expect(locks.asked).toBe(0)
    page.turn('visible')
    await settled()
    expect(locks.held).toBe(1)
  })

  it('is not asked for when the page comes back and nobody wants it', async () => {
    await wakeLock.hold()
    await wakeLock.release()
    page.turn('hidden')
    page.turn('visible')
    await settled()
    expect(locks.asked).toBe(1)
  })

  it('that is given after nobody wants it any more is given back', async () => {
    locks.hold()
    const held = wakeLock.hold()
    await wakeLock.release()
    locks.letGo()
    await held
    expect([locks.given.length, locks.held]).toEqual([1, 0])
  })

  it('is not left behind when it is wanted twice before the browser answers', async () => {
    locks.hold()
    const holds = [wakeLock.hold(), wakeLock.hold()]
    locks.letGo()
    await Promise.all(holds)
    expect([locks.asked, locks.held]).toEqual([1, 1])
    await wakeLock.release()
    expect(locks.held).toBe(0)
  })

  it('is held when it is wanted, not wanted and wanted again before the browser answers', async () => {
    locks.hold()
    const first = wakeLock.hold()
    await wakeLock.release()
    const second = wakeLock.hold()
    locks.letGo()
    await Promise.all([first, second])
    expect([locks.asked, locks.held]).toEqual([1, 1])
  })

  it('is held when it is wanted again while one that came too late is given back', async () => {
    locks.hold()
    locks.holdReleases()
    const first = wakeLock.hold()
    await wakeLock.release()
    locks.letGo()
    await settled()
    const second = wakeLock.hold()
    locks.letReleasesGo()
    await Promise.all([first, second])
    await settled()
    expect(locks.held).toBe(1)
  })

  it('that is refused is only reported, and asked for again when the page comes back', async () => {
    locks.refusal = new DOMException('The battery is low.', 'NotAllowedError')
    await wakeLock.hold()
    expect(refusals).toEqual([locks.refusal])
    locks.refusal = null
    page.turn('visible')
    await settled()
    expect(locks.held).toBe(1)
  })

  it('that is refused is told once, asked for every 30 s, and told to be held when it is given', async () => {
    const told = states()
    locks.refusal = new DOMException('The battery is low.', 'NotAllowedError')
    await wakeLock.hold()
    await clock.advance(60_000)
    expect([locks.asked, refusals.length, told]).toEqual([3, 1, ['idle', 'refused']])
    locks.refusal = null
    await clock.advance(30_000)
    expect([locks.held, told]).toEqual([1, ['idle', 'refused', 'held']])
    await wakeLock.release()
    await clock.advance(60_000)
    expect([locks.asked, told.at(-1)]).toEqual([4, 'idle'])
  })

  it('that is refused to a page that was hidden meanwhile is no refusal', async () => {
    const told = states()
    locks.refusal = new DOMException('The page is hidden.', 'NotAllowedError')
    locks.hold()
    const held = wakeLock.hold()
    page.turn('hidden')
    locks.letGo()
    await held
    expect([refusals, told]).toEqual([[], ['idle']])
  })

  it('that the browser takes away while the page shows is asked for again within 1 s', async () => {
    const told = states()
    await wakeLock.hold()
    await locks.given[0]?.release()
    expect(locks.held).toBe(0)
    await clock.advance(999)
    expect([locks.held, told]).toEqual([1, ['idle', 'held', 'idle', 'held']])
  })

  it('that nobody wants any more is not asked for again', async () => {
    locks.refusal = new DOMException('The battery is low.', 'NotAllowedError')
    await wakeLock.hold()
    await wakeLock.release()
    expect(clock.pending()).toEqual([])
  })

  it('is unsupported in a browser without it, which is told once it is wanted', async () => {
    const without = new WakeLock(page.asDocument, undefined, (error) => refusals.push(error), clock)
    const told = states(without)
    await without.hold()
    await without.release()
    expect([refusals, told]).toEqual([[], ['idle', 'unsupported', 'idle']])
  })

  it('is told until the watcher leaves', async () => {
    const leaving = new AbortController()
    const told: string[] = []
    wakeLock.watch(({ phase }) => told.push(phase), leaving.signal)
    leaving.abort()
    await wakeLock.hold()
    expect(told).toEqual(['idle'])
  })

  it('is released when it is closed, and the page is listened to no more', async () => {
    await wakeLock.hold()
    await wakeLock.close()
    expect(locks.held).toBe(0)
    await wakeLock.hold()
    await locks.given.at(-1)?.release()
    page.turn('visible')
    await settled()
    expect(locks.asked).toBe(2)
  })
})
