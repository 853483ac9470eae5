import { describe, expect, it } from 'vitest'
import { isMotion, motionThreshold } from '../../../src/engine/motion/threshold'

describe('the motion threshold', () => {
  it.each([
    [0, 0.0404],
    [25, 0.0304],
    [50, 0.0204],
    [75, 0.0104],
    [100, 0.0004],
  ])('at sensitivity %i is %f of the largest difference (REC-06)', (sensitivity, threshold) => {
    expect(motionThreshold(sensitivity)).toBeCloseTo(threshold, 12)
  })

  it('is 0.02 x (101 - s) / 50 at every step of the slider (REC-06)', () => {
    for (let s = 0; s <= 100; s++) expect(motionThreshold(s), `s = ${s}`).toBe((0.02 * (101 - s)) / 50)
  })

  it('takes a sensitivity beyond 0 to 100 as the nearest bound (CAM-24)', () => {
    expect(motionThreshold(-20)).toBe(motionThreshold(0))
    expect(motionThreshold(140)).toBe(motionThreshold(100))
  })

  it('counts a difference above it as motion, and none at or below it (REC-08)', () => {
    for (const s of [0, 1, 50, 100]) {
      const threshold = motionThreshold(s)
      expect(isMotion(threshold, s), `at, s = ${s}`).toBe(false)
      expect(isMotion(threshold * (1 - 1e-9), s), `below, s = ${s}`).toBe(false)
      expect(isMotion(threshold * (1 + 1e-9), s), `above, s = ${s}`).toBe(true)
    }
  })
})
