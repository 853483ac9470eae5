import { describe, expect, it } from 'vitest'
import { loadBuild } from '../../../support/kernels/kernels'
import { calm, clustersOn, type Levels, layBlocks, withBox } from './block-board'

const loaded = await loadBuild('plain')

/** Grey levels that go up and down by `steps` from block to block, as a wall with pictures does. */
function texture(x: number, y: number, steps: number): number {
  return 90 + (((x * 7 + y * 13) % 5) - 2) * steps
}

/** Another texture, as clothes have. */
function clothes(x: number, y: number, mean: number, steps: number): number {
  return mean + (((x * 3 + y * 5) % 4) - 1.5) * steps
}

/** A light over the level as the kernels take it: dark parts change less than their ratio says. */
function lit(level: number, gain: number): number {
  return (level + 32) * gain - 32
}

/** Whether a box of `width` x `height` blocks that show `levelsAt` is taken for light: then it is no cluster. */
function isBoxLight(width: number, height: number, levelsAt: (x: number, y: number) => Levels): boolean {
  const board = layBlocks(loaded, withBox(calm(40, 24), 10, 6, width, height), levelsAt)
  return clustersOn(loaded, board).length === 0
}

/** Brightest in the middle of the box that `isBoxLight` lays; 1 at its rim. */
function softGain(x: number, y: number, width: number, height: number, gain: number): number {
  const [dx, dy] = [(x - 9.5 - width / 2) / (width / 2), (y - 5.5 - height / 2) / (height / 2)]
  return 1 + (gain - 1) * Math.max(0, 1 - Math.hypot(dx, dy))
}

describe('a patch of light on a background with texture', () => {
  it.each([0.5, 0.7, 1.4, 2])('is known by the steps that stay, at %f times the light', (gain) => {
    const isKnown = isBoxLight(8, 8, (x, y) => {
      const background = texture(x, y, 8)
      return { background, previous: background, level: lit(background, gain) }
    })
    expect(isKnown).toBe(true)
  })

  it.each([
    [0.4, true],
    [0.8, false],
  ])('is known by most of the steps: with steps of its own of %f times those it is %s', (share, isKnown) => {
    const isBox = isBoxLight(8, 8, (x, y) => {
      const background = texture(x, y, 8)
      const own = texture(y, x, 8) - 90
      return { background, previous: background, level: lit(background + share * own, 1.6) }
    })
    expect(isBox).toBe(isKnown)
  })

  it('is told from something with a texture of its own', () => {
    const isKnown = isBoxLight(6, 12, (x, y) => {
      const background = texture(x, y, 8)
      return { background, previous: background, level: clothes(x, y, 150, 8) }
    })
    expect(isKnown).toBe(false)
  })

  it('is told from something without texture that has the mean of a light', () => {
    const isKnown = isBoxLight(6, 12, (x, y) => {
      const background = texture(x, y, 8)
      return { background, previous: background, level: 140 }
    })
    expect(isKnown).toBe(false)
  })

  it('is not known by steps that are too small to be told from noise', () => {
    const isKnown = (steps: number) =>
      isBoxLight(8, 8, (x, y) => {
        const background = texture(x, y, steps)
        return { background, previous: background, level: lit(background, 1.6) }
      })
    expect(isKnown(0.5)).toBe(false)
    expect(isKnown(1)).toBe(true)
  })
})

describe('light without an edge', () => {
  it('is known on a bare wall, where there are no steps to know it by', () => {
    const isKnown = isBoxLight(30, 18, (x, y) => {
      return { background: 90, previous: 90, level: lit(90, softGain(x, y, 30, 18, 2)) }
    })
    expect(isKnown).toBe(true)
  })

  it('is known by the change since the frame before, where it came from something else', () => {
    // The lit patch had an edge from the start and now fades as a whole.
    const isKnown = isBoxLight(30, 18, (x, y) => {
      return { background: 40, previous: 120, level: lit(120, softGain(x, y, 30, 18, 1.5)) }
    })
    expect(isKnown).toBe(true)
  })

  it.each([
    [14, 14, 0.04],
    [30, 18, 0.02],
  ])('is known against the background, though it flickers block by block: %i x %i blocks', (width, height, slope) => {
    const gainAt = (x: number, y: number) => {
      const [dx, dy] = [Math.abs(x - 9.5 - width / 2), Math.abs(y - 5.5 - height / 2)]
      return 1 + Math.max(0, width / 2 - dx) * slope * Math.min(1, Math.max(0, height / 2 - dy) / 3)
    }
    const isBox = isBoxLight(width, height, (x, y) => {
      const level = lit(90, gainAt(x, y))
      return { background: 90, previous: (x + y) % 2 === 0 ? level : level + 30, level }
    })
    expect(isBox).toBe(true)
  })

  it.each([
    ['small', 3, 4],
    ['of a person', 6, 14],
    ['of 2.7 % of the picture', 8, 12],
  ])('is told from something of one colour with a sharp outline: %s', (_, width, height) => {
    // It came from the left, so that only a part of it is new.
    const isBox = isBoxLight(width, height, (x) => ({ background: 90, previous: x < 12 ? 130 : 90, level: 130 }))
    expect(isBox).toBe(false)
  })

  it.each([
    ['of 5 % of the picture', 10, 17],
    ['of 10 % of the picture', 16, 20],
  ])('is told from something %s by its folds, where its outline is small for its size', (_, width, height) => {
    const isBox = isBoxLight(width, height, (x, y) => {
      return { background: 90, previous: x < 12 ? 130 : 90, level: clothes(x, y, 140, 6) }
    })
    expect(isBox).toBe(false)
  })

  it('is told from something dark as well as from something bright', () => {
    expect(isBoxLight(6, 14, () => ({ background: 90, previous: 90, level: 60 }))).toBe(false)
  })

  it('is told from something whose rim is half covered', () => {
    const isKnown = isBoxLight(6, 14, (x, y) => {
      const isRim = x === 10 || x === 15 || y === 6 || y === 19
      return { background: 90, previous: 90, level: isRim ? 110 : 130 }
    })
    expect(isKnown).toBe(false)
  })

  it.each([
    ['left', 0, 5],
    ['right', 34, 5],
    ['upper', 12, 0],
    ['lower', 12, 12],
  ])('is told from something that comes in at the %s edge of the picture', (_, left, top) => {
    const picture = withBox(calm(40, 24), left, top, 6, 12)
    const board = layBlocks(loaded, picture, (x, y) => {
      return { background: 90, previous: 90, level: clothes(x, y, 130, 10) }
    })
    expect(clustersOn(loaded, board)).toHaveLength(1)
  })
})

describe('a cluster of one or two blocks', () => {
  it('is too small to be told from light', () => {
    const asLight = (x: number, y: number) => {
      const background = texture(x, y, 8)
      return { background, previous: background, level: lit(background, 1.5) }
    }
    expect(isBoxLight(1, 1, asLight)).toBe(false)
    expect(isBoxLight(2, 1, asLight)).toBe(false)
    expect(isBoxLight(3, 1, asLight)).toBe(true)
  })
})
