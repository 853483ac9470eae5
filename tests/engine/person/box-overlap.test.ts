import { describe, expect, it } from 'vitest'
import { bestOfEach, clampedToPicture, overlapOf } from '../../../src/engine/person/box-overlap'

const box = (left: number, top = 0, width = 0.2, height = 0.2) => ({ left, top, width, height })

describe('boxes of one person (PERSON-02)', () => {
  it('are reduced to the best one', () => {
    const found = [
      { box: box(0.1), score: 0.5 },
      { box: box(0.12), score: 0.9 },
      { box: box(0.09), score: 0.7 },
    ]
    expect(bestOfEach(found, 0.4)).toEqual([{ box: box(0.12), score: 0.9 }])
  })

  it('leave another person who overlaps a little, best first', () => {
    const found = [
      { box: box(0.1), score: 0.5 },
      { box: box(0.22), score: 0.9 },
    ]
    expect(bestOfEach(found, 0.4).map(({ score }) => score)).toEqual([0.9, 0.5])
  })
})

describe('the overlap of two boxes', () => {
  it('is the shared area over the joint area', () => {
    expect(overlapOf(box(0), box(0))).toBeCloseTo(1)
    expect(overlapOf(box(0), box(0.1))).toBeCloseTo(1 / 3)
    expect(overlapOf(box(0), box(0.3))).toBe(0)
    expect(overlapOf(box(0), box(0, 0.3))).toBe(0)
  })
})

describe('a box that leaves the picture', () => {
  it('keeps the part that is in it', () => {
    const { left, top, width, height } = clampedToPicture(box(-0.1, 0.9, 0.3, 0.4))
    expect([left, top]).toEqual([0, 0.9])
    expect(width).toBeCloseTo(0.2)
    expect(height).toBeCloseTo(0.1)
  })
})
