import { describe, expect, it } from 'vitest'
import { backoffMs } from '../../src/outbox/backoff'

describe('the back-off between deliveries', () => {
  it('is 1 s after the first failure, doubled after each further one, and a minute at most', () => {
    const delays = Array.from({ length: 9 }, (_, i) => backoffMs(i + 1, 0))
    expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000])
    expect(backoffMs(10_000, 0)).toBe(60_000)
  })

  it('loses at most a random half, so that many cameras do not come back at one moment', () => {
    expect([0, 0.25, 0.5, 1].map((random) => backoffMs(3, random))).toEqual([4_000, 3_500, 3_000, 2_000])
  })

  it('is never shorter than half a second', () => {
    expect(backoffMs(0, 1)).toBe(500)
  })
})
