import { describe, expect, it } from 'vitest'
import type { Cluster } from '../../../../src/engine/motion/adaptive/clusters'
import { Restlessness } from '../../../../src/engine/motion/adaptive/restlessness'
import { Tracks } from '../../../../src/engine/motion/adaptive/tracks'
import { seededRandom } from '../../../support/random'
import { clusterAt } from './block-board'

/** So many flakes of equal strength far from each other. */
function flakes(count: number): Cluster[] {
  return Array.from({ length: count }, (_, i) => clusterAt(6 * i, 10, 100, 1))
}

/** Whether each of some checks is restless, when it has so many strays. */
function restlessAt(...straysOfChecks: number[]): boolean[] {
  const restlessness = new Restlessness()
  return straysOfChecks.map((count) => restlessness.note(flakes(count), () => true))
}

describe('a restless picture (ENG-21)', () => {
  it('has strays at every check: five quarters on the mean', () => {
    expect(restlessAt(2, 2, 2, 2, 2)).toEqual([false, false, false, true, true])
    expect(restlessAt(...Array.from({ length: 100 }, () => 1))).not.toContain(true)
    expect(restlessAt(5, 0)).toEqual([true, false])
  })

  it('has six clusters at once, strays or not', () => {
    expect(new Restlessness().note(flakes(6), () => false)).toBe(true)
    expect(new Restlessness().note(flakes(5), () => false)).toBe(false)
  })

  it('calms down', () => {
    expect(restlessAt(5, 5, 5, 0, 0, 0, 0, 0, 0, 0).slice(-3)).toEqual([false, false, false])
  })

  it('is not one in which somebody falls apart: what is four blocks apart is of one thing', () => {
    const parts = (step: number) => Array.from({ length: 6 }, (_, i) => clusterAt(step * i, 10, 100, 1))
    expect(new Restlessness().note(parts(4), () => true)).toBe(false)
    expect(new Restlessness().note(parts(5), () => true)).toBe(true)
  })

  it('is not one with specks weaker than an eighth of somebody close by', () => {
    const person = clusterAt(10, 30, 900, 12, 30)
    const specks = (strength: number) => flakes(8).map((flake) => ({ ...flake, strength }))
    expect(new Restlessness().note([person, ...specks(100)], () => true)).toBe(false)
    expect(new Restlessness().note([person, ...specks(120)], () => true)).toBe(true)
  })
})

describe('what is told in a restless picture (ENG-21)', () => {
  /** Snow all over the picture, elsewhere at each check. */
  function snowing(seed: number): () => Cluster[] {
    const random = seededRandom(seed)
    return () => Array.from({ length: 8 }, () => clusterAt(random.between(0, 78), random.between(0, 43), 1_000, 2))
  }

  it('is nothing of what shows nearby by chance', () => {
    for (const seed of [1, 2, 3]) {
      const [tracks, snow] = [new Tracks(), snowing(seed)]
      const told = Array.from({ length: 400 }, () => tracks.confirm(snow()).strength)
      expect(told.filter((strength) => strength > 0).length).toBeLessThan(5)
    }
  })

  it('is somebody who walks through it, from the fifth check on', () => {
    const [tracks, snow] = [new Tracks(), snowing(4)]
    // Not where they walk, where a flake may seem to be their first step.
    const snowAbove = () => snow().filter(({ bottom }) => bottom < 16)
    for (let check = 0; check < 20; check++) tracks.confirm(snow())
    const told = Array.from({ length: 9 }, (_, check) => {
      const walker = clusterAt(20 + 2 * check, 30, 3_000, 4, 10)
      return tracks.confirm([walker, ...snowAbove()]).boxes.some(({ top }) => top === 30)
    })
    expect(told).toEqual([false, false, false, false, true, true, true, true, true])
  })
})
