import { describe, expect, it } from 'vitest'
import type { Cluster } from '../../../../src/engine/motion/adaptive/clusters'
import { Tracks } from '../../../../src/engine/motion/adaptive/tracks'
import { seededRandom } from '../../../support/random'
import { clusterAt } from './block-board'

/** What is told at each check, when a cluster of such strengths shows at one place; 0 is none. */
function told(...strengths: number[]): number[] {
  const tracks = new Tracks()
  return strengths.map((strength) => tracks.confirm(strength === 0 ? [] : [clusterAt(10, 10, strength)]).strength)
}

/** The same for a cluster of `edge` x `edge` blocks that is elsewhere at each check. */
function toldAlong(edge: number, lefts: readonly number[], topsStep = 0): number[] {
  const tracks = new Tracks()
  return lefts.map((left, i) => tracks.confirm([clusterAt(left, 10 + topsStep * i, 100, edge)]).strength)
}

describe('confirming over the last checks', () => {
  it('tells nothing of what shows once', () => {
    expect(told(0, 1_000, 0, 0, 0)).toEqual([0, 0, 0, 0, 0])
  })

  it('tells half of what shows twice, and all of it from the third time on', () => {
    expect(told(100, 100, 100, 100)).toEqual([0, 50, 100, 100])
  })

  it('tells what three of the last four checks reach, with a gap anywhere between them', () => {
    expect(told(100, 0, 100, 100)).toEqual([0, 0, 0, 100])
    expect(told(100, 100, 0, 100)).toEqual([0, 50, 0, 100])
  })

  it('does not reach back over more than three checks', () => {
    expect(told(100, 0, 100, 0, 100)).toEqual([0, 0, 0, 0, 0])
    expect(told(100, 100, 0, 0, 100)).toEqual([0, 50, 0, 0, 0])
    expect(told(100, 0, 0, 0, 100)).toEqual([0, 0, 0, 0, 0])
  })

  it('takes two checks with any between them for nothing: a lamp that blinks', () => {
    expect(told(100, 0, 100)).toEqual([0, 0, 0])
    expect(told(100, 0, 0, 100)).toEqual([0, 0, 0, 0])
  })

  it('tells the third strongest of four checks, or half of what the last showed where that is more', () => {
    expect(told(400, 300, 200, 250).at(-1)).toBe(250)
    expect(told(90, 300, 200, 250).at(-1)).toBe(200)
    expect(told(10, 20, 400, 400).at(-1)).toBe(200)
    expect(told(400, 300)).toEqual([0, 200])
  })

  it('never tells more than what shows now', () => {
    expect(told(500, 500, 500, 7)).toEqual([0, 250, 500, 7])
    const random = seededRandom(4)
    const tracks = new Tracks()
    for (let check = 0; check < 1_000; check++) {
      const strength = random.between(1, 500)
      expect(tracks.confirm([clusterAt(10, 10, strength)]).strength).toBeLessThanOrEqual(strength)
    }
    expect(tracks.confirm([])).toEqual({ strength: 0, boxes: [] })
  })

  it('tells nothing at once when nothing shows', () => {
    expect(told(100, 100, 100, 0)).toEqual([0, 50, 100, 0])
  })
})

describe('following what moves', () => {
  it.each([
    [1, 2],
    [2, 4],
    [4, 7],
    [10, 16],
  ])('reaches further for what is larger: an edge of %i blocks moves up to %i a check', (edge, step) => {
    const fromLeft = [0, 1, 2]
    const fromRight = [2, 1, 0]
    const places = (way: readonly number[], blocks: number) => way.map((i) => i * blocks)
    for (const way of [fromLeft, fromRight]) {
      expect(toldAlong(edge, places(way, step))).toEqual([0, 0, 100])
      expect(toldAlong(edge, places(way, step + 1))).toEqual([0, 0, 0])
    }
    for (const way of [1, -1]) {
      expect(toldAlong(edge, [9, 9, 9], way * step)).toEqual([0, 0, 100])
      expect(toldAlong(edge, [9, 9, 9], way * (step + 1))).toEqual([0, 0, 0])
    }
  })

  it('takes the longer of the two directions for the way', () => {
    expect(toldAlong(1, [0, 2, 4], 2)).toEqual([0, 0, 100])
    expect(toldAlong(1, [0, 2, 4], 4)).toEqual([0, 0, 0])
  })

  it('reaches as far as the larger of the two boxes allows', () => {
    const tracks = new Tracks()
    tracks.confirm([clusterAt(0, 10, 100, 10)])
    tracks.confirm([clusterAt(0, 10, 100, 10)])
    expect(tracks.confirm([clusterAt(9 + 6, 10, 100, 1)]).strength).toBe(100)
  })

  it('is not carried on by flashes that are everywhere', () => {
    expect(toldAlong(2, [0, 30, 60, 10, 40, 70])).toEqual([0, 0, 0, 0, 0, 0])
  })

  it('waits where something was last seen', () => {
    const tracks = new Tracks()
    tracks.confirm([clusterAt(10, 10, 100)])
    tracks.confirm([clusterAt(12, 10, 100)])
    tracks.confirm([])
    expect(tracks.confirm([clusterAt(14, 10, 100)]).strength).toBe(100)
  })

  it('confirms two things apart, and tells the stronger of those that are confirmed', () => {
    const tracks = new Tracks()
    const seen = [
      [clusterAt(5, 5, 80), clusterAt(60, 30, 300)],
      [clusterAt(6, 5, 80)],
      [clusterAt(7, 5, 80), clusterAt(20, 30, 500)],
      [clusterAt(8, 5, 80), clusterAt(21, 30, 500)],
      [clusterAt(9, 5, 80), clusterAt(22, 30, 500)],
    ].map((clusters) => tracks.confirm(clusters).strength)
    expect(seen).toEqual([0, 40, 80, 250, 500])
  })

  it('follows both parts of what falls apart, and one that two grow into', () => {
    const apart = new Tracks()
    apart.confirm([clusterAt(10, 10, 100, 4)])
    apart.confirm([clusterAt(10, 10, 100, 4)])
    expect(apart.confirm([clusterAt(7, 10, 90, 1), clusterAt(16, 10, 95, 1)]).strength).toBe(95)
    const together = new Tracks()
    together.confirm([clusterAt(7, 10, 90, 1), clusterAt(16, 10, 95, 1)])
    together.confirm([clusterAt(7, 10, 90, 1), clusterAt(16, 10, 95, 1)])
    expect(together.confirm([clusterAt(10, 10, 100, 4)]).strength).toBe(95)
  })

  it('remembers the first 24 where there is more than it can follow', () => {
    const many = Array.from({ length: 30 }, (_, i) => clusterAt(10 * i, 0, 300 - i))
    const toldOf = (place: number) => {
      const tracks = new Tracks()
      // So many at once are restless: five checks tell.
      for (let check = 0; check < 5; check++) tracks.confirm(many)
      return tracks.confirm([clusterAt(10 * place, 0, 100)]).strength
    }
    expect([0, 11, 22, 23, 24, 29].map(toldOf)).toEqual([100, 100, 100, 100, 0, 0])
  })
})

describe('what two checks confirm (ENG-20)', () => {
  /** What the second of two checks tells. */
  const toldOfTwo = (before: readonly Cluster[], now: Cluster) => {
    const tracks = new Tracks()
    tracks.confirm(before)
    return tracks.confirm([now]).strength
  }

  it.each([
    ['overlaps itself, whatever its shape', clusterAt(13, 13, 100, 4), 50],
    ['has only come near: an insect', clusterAt(14, 10, 100, 4), 0],
    ['has only come near, and is wide: a beam', clusterAt(14, 10, 100, 9, 6), 0],
    ['has come near and is a third higher than wide: somebody walks', clusterAt(14, 10, 100, 3, 4), 50],
    ['has come near and is a little less high', clusterAt(14, 10, 100, 4, 5), 0],
  ])('what %s', (_, now, expected) => {
    expect(toldOfTwo([clusterAt(10, 10, 100, 4)], now)).toBe(expected)
  })

  it('what grows or shrinks at most sixteen times', () => {
    const [small, large, tooLarge] = [
      clusterAt(10, 10, 100, 2),
      clusterAt(10, 10, 100, 8),
      clusterAt(10, 10, 100, 13, 5),
    ]
    expect(toldOfTwo([small], large)).toBe(50)
    expect(toldOfTwo([large], small)).toBe(50)
    expect(toldOfTwo([small], tooLarge)).toBe(0)
    expect(toldOfTwo([tooLarge], small)).toBe(0)
  })

  it('what showed in parts at first: all that is near counts for its size', () => {
    expect(toldOfTwo([clusterAt(10, 10, 100, 2), clusterAt(14, 12, 90, 1)], clusterAt(10, 10, 100, 13, 5))).toBe(50)
  })

  it('nothing that was gone at the check between, whatever else showed there', () => {
    const tracks = new Tracks()
    tracks.confirm([clusterAt(10, 10, 100)])
    tracks.confirm([clusterAt(15, 10, 10, 1)])
    expect(tracks.confirm([clusterAt(11, 10, 100)]).strength).toBe(10)
  })

  it('tells the rest at the third check', () => {
    const tracks = new Tracks()
    const seen = [10, 14, 18].map((left) => tracks.confirm([clusterAt(left, 10, 100, 4)]).strength)
    expect(seen).toEqual([0, 0, 100])
  })
})

describe('what stands where it appeared (ENG-20)', () => {
  /** What is told of something of 10 x 10 blocks that appears, when so many of its blocks move afterwards. */
  const toldOfMoving = (moving: number, edge = 10) => {
    const tracks = new Tracks()
    const cluster = clusterAt(10, 10, 100, edge)
    return [cluster.size, moving, moving, moving].map(
      (moves) => tracks.confirm([{ ...cluster, moving: moves }]).strength,
    )
  }

  it('confirms nothing: a lamp, a new picture on a screen, a thing put down', () => {
    expect(toldOfMoving(8)).toEqual([0, 0, 0, 0])
    expect(toldOfMoving(1, 4)).toEqual([0, 0, 0, 0])
  })

  it('counts where nine of its blocks move, or an eighth', () => {
    expect(toldOfMoving(9)).toEqual([0, 50, 100, 100])
    expect(toldOfMoving(2, 4)).toEqual([0, 50, 100, 100])
  })

  it('is no stray when it moves on', () => {
    const tracks = new Tracks()
    const cluster = clusterAt(10, 10, 100, 4)
    for (let check = 0; check < 4; check++) tracks.confirm([{ ...cluster, moving: 1 }])
    const walking = [11, 12, 13].map((left) => tracks.confirm([{ ...cluster, left, right: left + 3 }]).strength)
    expect(walking).toEqual([0, 50, 100])
  })
})

describe('what blinks (ENG-20)', () => {
  /** What is told at each check of a light that shows where there is a `#`; it flares a block to each side in turns. */
  const toldOfBlinking = (pattern: string) => {
    const tracks = new Tracks()
    return [...pattern].map((sign, i) => {
      return tracks.confirm(sign === '#' ? [clusterAt(10 + (i % 2), 10, 100, 1)] : []).strength
    })
  }

  it('is told while it has come back once, and no more from the second time on', () => {
    expect(toldOfBlinking('#.##.##.##.##.##')).toEqual([0, 0, 0, 100, ...Array.from({ length: 12 }, () => 0)])
  })

  it('is one thing all the same when it shows for five checks', () => {
    const tracks = new Tracks()
    for (const sign of '#.##.##.##.') tracks.confirm(sign === '#' ? [clusterAt(10, 10, 100)] : [])
    const walking = [10, 11, 12, 13, 14].map((left) => tracks.confirm([clusterAt(left, 10, 100)]).strength)
    expect(walking).toEqual([0, 0, 0, 0, 100])
  })

  it('does not hide somebody small who was seen before they come near it', () => {
    const tracks = new Tracks()
    const light = (check: number) => (check % 3 === 1 ? [] : [clusterAt(30, 20, 100, 1)])
    for (let check = 0; check < 12; check++) tracks.confirm(light(check))
    const told = [12, 13, 14, 15, 16, 17, 18, 19].map((check) => {
      const walker = clusterAt(22 + 2 * (check - 12), 18, 300, 3, 4)
      return tracks.confirm([walker, ...light(check)]).strength
    })
    expect(told).toEqual([0, 150, 300, 300, 300, 300, 300, 300])
  })

  it('does not hide somebody large who comes near it', () => {
    const tracks = new Tracks()
    const light = (check: number) => (check % 3 === 1 ? [] : [clusterAt(30, 20, 100, 1)])
    for (let check = 0; check < 12; check++) tracks.confirm(light(check))
    const told = [12, 13, 14, 15, 16, 17, 18, 19].map((check) => {
      const walker = clusterAt(20 + 2 * (check - 12), 12, 300, 4, 12)
      return tracks.confirm([walker, ...light(check)]).strength
    })
    // At once even: what the light showed nearby may have been they.
    expect(told.slice(1)).toEqual([150, 300, 300, 300, 300, 300, 300])
  })

  it('is not who stands and moves on', () => {
    const tracks = new Tracks()
    const person = clusterAt(10, 10, 100, 4)
    const moving = [16, 16, 1, 1, 16, 1, 1, 16, 16, 16]
    const told = moving.map((blocks) => tracks.confirm([{ ...person, moving: blocks }]).strength)
    expect(told.slice(-3)).toEqual([0, 50, 100])
  })
})

describe('where it is (PERSON-02)', () => {
  const confirmedBoxes = (...clusters: readonly ReturnType<typeof clusterAt>[]) => {
    const tracks = new Tracks()
    for (let check = 0; check < 3; check++) tracks.confirm(clusters)
    return tracks.confirm(clusters).boxes
  }

  it('is the box of the strongest cluster', () => {
    expect(confirmedBoxes(clusterAt(10, 20, 100, 4))).toMatchObject([{ left: 10, right: 13, top: 20, bottom: 23 }])
  })

  it('is the boxes of those nearly as strong, too, the strongest first: a person may fall apart into several', () => {
    const [head, body, leaf] = [clusterAt(12, 10, 30, 2), clusterAt(10, 20, 100, 4), clusterAt(70, 2, 29)]
    expect(confirmedBoxes(head, body, leaf)).toMatchObject([
      { left: 10, right: 13, top: 20, bottom: 23 },
      { left: 12, right: 13, top: 10, bottom: 11 },
    ])
  })

  it('is nowhere before anything is confirmed', () => {
    expect(new Tracks().confirm([clusterAt(10, 20, 100, 4)])).toEqual({ strength: 0, boxes: [] })
  })
})
