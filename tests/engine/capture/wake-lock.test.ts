import { beforeEach, describe, expect, it } from 'vitest'
import { WakeLock } from '../../../src/engine/capture/wake-lock'
import { FakePage, FakeWakeLocks } from '../../support/fake-wake-lock'
import { settled } from '../../support/manual-clock'

describe('the wake lock (spec 4)', () => {
  let page = new FakePage()
  let locks = new FakeWakeLocks()
  const refusals: unknown[] = []
  const make = () => new WakeLock(page.asDocument, locks, (error) => refusals.push(error))
  let wakeLock = make()

  beforeEach(() => {
    page = new FakePage()
    locks = new FakeWakeLocks()
    refusals.length = 0
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

  it('does nothing in a browser without it', async () => {
    const without = new WakeLock(page.asDocument, undefined, (error) => refusals.push(error))
    await without.hold()
    await without.release()
    expect(refusals).toEqual([])
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
