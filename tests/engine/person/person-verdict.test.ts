import { describe, expect, it } from 'vitest'
import { isPersonSeen, type PersonSighting } from '../../../src/engine/person/person-verdict'

const HEIGHT = 0.4

function seen(atMs: number, left: number, score = 0.55, height = HEIGHT): PersonSighting {
  return { atMs, score, box: { left, top: 0.3, width: height / 4, height } }
}

describe('the verdict over a clip (PERSON-05)', () => {
  it('is no person where nobody was found', () => {
    expect(isPersonSeen([])).toBe(false)
  })

  it('is no person after one sighting, however sure: leaves look like somebody for a moment', () => {
    expect(isPersonSeen([seen(0, 0.2, 0.99)])).toBe(false)
  })

  it('is a person after two sightings that can be the same walker', () => {
    expect(isPersonSeen([seen(0, 0.2), seen(600, 0.3)])).toBe(true)
  })

  it('is no person where two shapes are in one frame', () => {
    expect(isPersonSeen([seen(600, 0.2), seen(600, 0.25)])).toBe(false)
  })

  it('is no person where the second is further away than anybody walks', () => {
    expect(isPersonSeen([seen(0, 0.1), seen(600, 0.8)])).toBe(false)
  })

  it('is no person where the second is twice as tall', () => {
    expect(isPersonSeen([seen(0, 0.2), seen(600, 0.2, 0.55, 2 * HEIGHT)])).toBe(false)
  })

  it('is no person where the second comes many seconds later', () => {
    expect(isPersonSeen([seen(0, 0.2), seen(6000, 0.2)])).toBe(false)
  })

  it('finds the pair among other sightings, whatever their order', () => {
    expect(isPersonSeen([seen(9000, 0.8), seen(600, 0.3), seen(4000, 0.1), seen(0, 0.2)])).toBe(true)
  })
})
