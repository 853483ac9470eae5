import { describe, expect, it } from 'vitest'
import { bestOfEach, clampedToPicture, overlapOf } from '../../../src/engine/naming/box-overlap'
import type { Label } from '../../../src/lib/label'

const box = (left: number, top = 0, width = 0.2, height = 0.2) => ({ left, top, width, height })

describe('boxes of one person (PERSON-02)', () => {
  it('are reduced to the best one', () => {
    const found = [
      { label: 'person' as const, box: box(0.1), score: 0.5 },
      { label: 'person' as const, box: box(0.12), score: 0.9 },
      { label: 'person' as const, box: box(0.09), score: 0.7 },
    ]
    expect(bestOfEach(found, 0.4)).toEqual([{ label: 'person' as const, box: box(0.12), score: 0.9 }])
  })

  it('leave another person who overlaps a little, best first', () => {
    const found = [
      { label: 'person' as const, box: box(0.1), score: 0.5 },
      { label: 'person' as const, box: box(0.22), score: 0.9 },
    ]
    expect(bestOfEach(found, 0.4).map(({ score }) => score)).toEqual([0.9, 0.5])
  })
})

describe('boxes of different things', () => {
  const named = (label: Label, left: number, score: number) => ({ label, box: box(left), score })

  it('leave a person on a bicycle both', () => {
    const found = [named('person', 0.1, 0.9), named('bicycle', 0.15, 0.6)]
    expect(bestOfEach(found, 0.4).map(({ label }) => label)).toEqual(['person', 'bicycle'])
  })

  it('leave one where they are at the same place: two names for one thing', () => {
    const found = [named('person', 0.1, 0.5), named('dog', 0.11, 0.8)]
    expect(bestOfEach(found, 0.4).map(({ label }) => label)).toEqual(['dog'])
  })

  it('are two of a kind where both are animals', () => {
    const found = [named('cat', 0.1, 0.5), named('dog', 0.15, 0.8)]
    expect(bestOfEach(found, 0.4).map(({ label }) => label)).toEqual(['dog'])
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
