import { describe, expect, it } from 'vitest'
import { isOfChange, votedPeople } from '../../../../src/engine/person/hog/vote'

const body = { left: 0.4, top: 0.2, width: 0.1, height: 0.5 }

describe('the word of both models (PERSON-02)', () => {
  it('is somebody where both see one', () => {
    expect(votedPeople([{ box: body, weight: 1 }], [{ box: body, weight: 1 }])).toHaveLength(1)
  })

  it('is nobody where the second is silent and the first not sure', () => {
    expect(votedPeople([{ box: body, weight: 1.2 }], [])).toEqual([])
  })

  it('is nobody where the second sees one elsewhere', () => {
    expect(votedPeople([{ box: body, weight: 1 }], [{ box: { ...body, left: 0.7 }, weight: 3 }])).toEqual([])
  })

  it('is surer the more they weigh, and never beyond 1', () => {
    const score = (weight: number) => votedPeople([{ box: body, weight }], [{ box: body, weight }])[0]?.score ?? 0
    expect(score(1.5)).toBeGreaterThan(score(1))
    expect(score(60)).toBeLessThanOrEqual(1)
  })

  it('names each person once', () => {
    const near = { ...body, left: 0.41 }
    const sights = [
      { box: body, weight: 1 },
      { box: near, weight: 2 },
    ]
    expect(votedPeople(sights, sights).map(({ box }) => box.left)).toEqual([0.41])
  })
})

describe('a body and what changed', () => {
  it('belong together where the change is that of the body', () => {
    expect(isOfChange(body, { left: 0.4, top: 0.25, width: 0.1, height: 0.4 })).toBe(true)
    expect(isOfChange(body, null)).toBe(true)
  })

  it('do not where little of the body changed: a pole, a hand before it', () => {
    expect(isOfChange(body, { left: 0.4, top: 0.2, width: 0.1, height: 0.1 })).toBe(false)
  })

  it('do not where the body is a small part of what changed: a van', () => {
    expect(
      isOfChange({ left: 0.4, top: 0.4, width: 0.05, height: 0.2 }, { left: 0.2, top: 0.3, width: 0.5, height: 0.4 }),
    ).toBe(false)
  })
})
