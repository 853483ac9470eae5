import { describe, expect, it } from 'vitest'
import { HubClock } from '../../src/api/hub-clock'

const HOUR_MS = 3_600_000

/** An exchange with a hub that is so far ahead, whose way there and back took so long. */
const exchange = (sentAtMs: number, aheadMs: number, { thereMs = 0, backMs = 0 } = {}) => ({
  sentAtMs,
  hubMs: sentAtMs + thereMs + aheadMs,
  receivedAtMs: sentAtMs + thereMs + backMs,
})

describe('the hub’s clock', () => {
  it('is not known before it was asked, then by the middle of the way (LIVE-95)', () => {
    const clock = new HubClock()
    expect(clock.aheadMs).toBeNull()
    clock.note(exchange(1_000, HOUR_MS, { thereMs: 40, backMs: 40 }))
    expect(clock.aheadMs).toBe(HOUR_MS)
    clock.note(exchange(2_000, -HOUR_MS, { thereMs: 40, backMs: 40 }))
    expect(clock.aheadMs).toBe(-HOUR_MS)
  })

  it('is that of the quickest answer of the last eight (LIVE-95)', () => {
    const clock = new HubClock()
    clock.note(exchange(0, HOUR_MS, { thereMs: 10, backMs: 10 }))
    clock.note(exchange(1_000, HOUR_MS, { thereMs: 400, backMs: 0 }))
    expect(clock.aheadMs).toBe(HOUR_MS)
    for (let count = 0; count < 8; count++) {
      clock.note(exchange(2_000 + count, HOUR_MS, { thereMs: 30, backMs: 20 }))
    }
    expect(clock.aheadMs).toBe(HOUR_MS + 5)
  })

  it('begins anew where one of the two was set (LIVE-95)', () => {
    const clock = new HubClock()
    clock.note(exchange(0, HOUR_MS, { thereMs: 1, backMs: 1 }))
    clock.note(exchange(10_000, 0, { thereMs: 50, backMs: 50 }))
    expect(clock.aheadMs).toBe(0)
    clock.note({ sentAtMs: 20_000, hubMs: 5_000, receivedAtMs: 19_000 })
    expect(clock.aheadMs).toBeNull()
  })
})
