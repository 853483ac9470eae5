import { describe, expect, it } from 'vitest'
import { motionMoment } from '../../../src/state/recordings/motion-moment'

/** Times of frames from `fromSec` on, so many of them, so far apart. */
const every = (gapSec: number, count: number, fromSec = 0) =>
  Array.from({ length: count }, (_, index) => fromSec + index * gapSec)

describe('the moment of motion in a clip', () => {
  it('is where frames begin to come quickly, after those that were kept before it', () => {
    expect(motionMoment([...every(0.3, 17), ...every(1 / 15, 100, 4.87)])).toBeCloseTo(4.8, 2)
  })

  it('is found on a machine that keeps less and records at half its pace', () => {
    expect(motionMoment([...every(0.31, 7), ...every(0.165, 50, 2)])).toBeCloseTo(1.86, 2)
  })

  it('counts from the first frame, and a stray frame at the beginning does not hide it', () => {
    expect(motionMoment([9.9, ...every(0.3, 17, 10), ...every(0.07, 60, 14.9)])).toBeCloseTo(4.9, 2)
  })

  it.each([
    ['none in a clip whose frames come evenly', every(1 / 15, 200)],
    ['none in a clip that is slow throughout', every(0.33, 40)],
    ['none after a hiccup at the beginning', [0, 0.4, ...every(0.07, 100, 0.7)]],
    ['none where quick and slow take turns', every(0.2, 60).map((atSec, index) => atSec + (index % 2) * 0.08)],
    ['none where quick and slow took turns before it', [0, 0.3, 0.4, 0.7, 0.8, 1.1, 1.2, ...every(0.07, 60, 1.5)]],
    ['none where hardly a frame follows', [...every(0.3, 17), 4.85, 4.9, 4.95]],
    ['none in a clip without frames', []],
  ])('is %s', (_name, times) => {
    expect(motionMoment(times)).toBeNull()
  })
})
