import { describe, expect, it } from 'vitest'
import type { Found } from '../../../src/engine/naming/detector'
import { MovingSense } from '../../../src/engine/naming/moving'
import type { Label } from '../../../src/lib/label'

function at(left: number, label: Label = 'person'): Found {
  return { label, score: 0.9, box: { left, top: 0.2, width: 0.1, height: 0.4 } }
}

/** What moves of all that is found in one picture. */
function movingOf(found: readonly Found[], ...moved: Parameters<MovingSense['take']>[1]) {
  return new MovingSense().take(found, moved, 0).map(({ box }) => box.left)
}

describe('who is named (PERSON-02)', () => {
  it('is where something moved, also where only an arm moves', () => {
    const arm = { left: 0.42, top: 0.3, width: 0.03, height: 0.05 }
    expect(movingOf([at(0.1), at(0.4)], arm)).toEqual([0.4])
  })

  it('is in what moved, also where that is much more', () => {
    expect(movingOf([at(0.1), at(0.4)], { left: 0.3, top: 0, width: 0.7, height: 1 })).toEqual([0.4])
  })

  it('is nobody who only touches it: a picture on the wall, a parked car', () => {
    expect(movingOf([at(0.4)], { left: 0.49, top: 0.2, width: 0.1, height: 0.4 })).toEqual([])
  })

  it('is nobody between two places that move far apart', () => {
    const [left, right] = [at(0.05).box, at(0.85).box]
    expect(movingOf([at(0.05), at(0.45), at(0.85)], left, right)).toEqual([0.05, 0.85])
  })

  it('is everybody where nobody knows what moved', () => {
    expect(movingOf([at(0.1), at(0.4)])).toEqual([0.1, 0.4])
  })

  it('has a share of its box in which something moved', () => {
    const half = { left: 0.4, top: 0.2, width: 0.05, height: 0.4 }
    expect(new MovingSense().take([at(0.4)], [half], 0)[0]?.movedShare).toBeCloseTo(0.5)
  })
})

describe('what was there before (LABEL-03)', () => {
  const poster = at(0.4)
  const far = { left: 0.9, top: 0.5, width: 0.1, height: 0.5 }
  /** Somebody large passes before all of it. */
  const passing = { left: 0.35, top: 0, width: 0.3, height: 1 }
  const arm = { left: 0.42, top: 0.3, width: 0.03, height: 0.05 }

  /** A sense that has seen the poster while something moved elsewhere, for so long. */
  function senseAfter(ms: number, seen: Found = poster) {
    const sense = new MovingSense()
    for (let atMs = 0; atMs <= ms; atMs += 500) sense.take([seen], [far], atMs)
    return sense
  }

  it('is not named when something larger passes before it', () => {
    expect(senseAfter(2_000).take([poster], [passing], 2_500)).toEqual([])
  })

  it('is named where nobody knows that it was there', () => {
    expect(senseAfter(500).take([poster], [passing], 1_000)).toHaveLength(1)
    expect(senseAfter(2_000).take([poster], [passing], 3_600_000)).toHaveLength(1)
  })

  it('is named when it moves itself: somebody who sat still lifts an arm', () => {
    expect(senseAfter(2_000).take([poster], [arm], 2_500)).toHaveLength(1)
  })

  it('is named when it leaves its place', () => {
    expect(senseAfter(2_000).take([at(0.44)], [passing], 2_500)).toHaveLength(1)
  })

  it('says nothing of another kind of thing in its place', () => {
    expect(senseAfter(2_000, at(0.4, 'car')).take([at(0.4)], [passing], 2_500)).toHaveLength(1)
  })

  it('stays known however long something moves elsewhere', () => {
    const sense = senseAfter(60_000)
    expect(sense.take([poster], [passing], 60_500)).toEqual([])
  })
})
