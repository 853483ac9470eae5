import { describe, expect, it } from 'vitest'
import { kernelBuilds, loadBuild } from '../support/kernels/kernels'
import { seededRandom } from '../support/random'
import { BlockRun } from './support/block-run'

const EDGE = 4
const LEARNING_CHECKS = 6
const QUIET_CHECKS = 12
/** Checks for which a block stays active after it moved, and after which it becomes background (rules.ts). */
const RECENT_CHECKS = 2
const HOLD_CHECKS = 8

/** Grey of a block. */
type Picture = (x: number, y: number) => number

describe.each(kernelBuilds)('a block that the %s build judges', async (build) => {
  const loaded = await loadBuild(build)

  /** A camera that has seen `picture` for long; show() is its next check. */
  const watch = (picture: Picture, columns = 5, rows = 5) => {
    const run = new BlockRun(loaded, 0, { columns, rows, edge: EDGE }, LEARNING_CHECKS)
    const show = (next: Picture) => {
      const [width, height] = [columns * EDGE, rows * EDGE]
      const bytes = Uint8Array.from({ length: width * height }, (_, i) =>
        next(Math.floor((i % width) / EDGE), Math.floor(i / width / EDGE)),
      )
      run.pass({ bytes, strideBytes: width, width, height })
      return run
    }
    for (let check = 0; check < QUIET_CHECKS; check++) show(picture)
    return { run, show }
  }

  const grey: Picture = () => 100
  const withThing: Picture = (x, y) => (x === 2 && y === 3 ? 180 : 100)

  it('moves and is active when it changes, and is active for two checks more while the change stays', () => {
    const { show } = watch(grey)
    const first = show(withThing).blockAt(2, 3)
    expect(first).toMatchObject({ isMoving: true, isActive: true, stillness: 0 })
    for (let check = 1; check <= RECENT_CHECKS; check++) {
      expect(show(withThing).blockAt(2, 3), `${check} later`).toMatchObject({ isMoving: false, isActive: true })
    }
    expect(show(withThing).blockAt(2, 3)).toMatchObject({ isMoving: false, isActive: false, excess: 0 })
  })

  it('is alone: none of its neighbours moves or is active', () => {
    const run = watch(grey).show(withThing)
    expect(run.figures.moving).toBe(1)
    const active = Array.from({ length: 25 }, (_, i) => run.blockAt(i % 5, Math.floor(i / 5)).isActive)
    expect(active.filter(Boolean)).toHaveLength(1)
  })

  it('keeps its background until what came has stood still for eight checks, and then takes it over', () => {
    const { show } = watch(grey)
    for (let check = 0; check < HOLD_CHECKS; check++) {
      expect(show(withThing).blockAt(2, 3).background).toBe(100 * 64)
    }
    expect(show(withThing).blockAt(2, 3).background).toBe(180 * 64)
    expect(show(grey).blockAt(2, 3)).toMatchObject({ isMoving: true, isActive: true })
  })

  it('leaves no ghost when what came goes again soon', () => {
    const { show } = watch(grey)
    for (let check = 0; check < 4; check++) show(withThing)
    expect(show(grey).blockAt(2, 3)).toMatchObject({ isMoving: true, isActive: false, background: 100 * 64 })
  })

  it('has the present as its background when the background is forgotten', () => {
    const { run, show } = watch(grey)
    expect(show(withThing).blockAt(2, 3).isActive).toBe(true)
    run.forgetBackground()
    expect(show(withThing).blockAt(2, 3)).toMatchObject({ isActive: false, background: 180 * 64 })
  })

  const shades: Picture = (x, y) => 60 + 10 * x + 5 * y

  it('neither moves nor is active when the light of the whole picture steps', () => {
    const { show } = watch(shades)
    for (const light of [0.8, 1, 1.25, 0.9]) {
      const run = show((x, y) => (shades(x, y) + 32) * light - 32)
      expect(run.figures.moving, `light ${light}`).toBe(0)
      expect(Array.from({ length: 25 }, (_, i) => run.blockAt(i % 5, Math.floor(i / 5)).isActive)).not.toContain(true)
    }
  })

  it('neither moves nor is active when mains light runs down the picture in bands', () => {
    const { show } = watch(shades)
    for (let check = 0; check < 9; check++) {
      const run = show((x, y) => (shades(x, y) + 32) * (1 + 0.15 * Math.sin(y + check)) - 32)
      expect(run.figures.moving, `check ${check}`).toBe(0)
    }
  })

  it('moves in less than half of its row although the light of the whole picture steps', () => {
    const { show } = watch(shades)
    const isPerson: Picture = (x) => (x === 1 || x === 2 ? 1 : 0)
    const run = show((x, y) => (isPerson(x, y) ? 230 : (shades(x, y) + 32) * 1.2 - 32))
    expect(run.figures.moving).toBe(10)
    expect(run.blockAt(1, 0)).toMatchObject({ isMoving: true, isActive: true })
    expect(run.blockAt(3, 0)).toMatchObject({ isMoving: false, isActive: false })
  })

  it('does not move in the noise that it has always had', () => {
    const random = seededRandom(1)
    const { show } = watch(grey)
    const noisy: Picture = () => 100 + random.between(-6, 6)
    for (let check = 0; check < 60; check++) show(noisy)
    let moved = 0
    for (let check = 0; check < 60; check++) moved += show(noisy).figures.moving
    expect(moved).toBe(0)
  })

  it('tells a repeated frame from one that differs in a single block', () => {
    const { show } = watch(grey)
    expect(show(grey).figures.isRepeat).toBe(true)
    expect(show((x, y) => (x === 4 && y === 4 ? 101 : 100)).figures.isRepeat).toBe(false)
  })

  it('sums its level and the square of it into brightness and contrast, up to a frame all white', () => {
    const { figures } = watch((x) => (x < 4 ? 10 : 30), 5, 2).run
    expect(figures).toMatchObject({ sum: 8 * 10 + 2 * 30 })
    const white = watch(() => 255, 160, 90).run.figures
    expect(white).toMatchObject({ sum: 255 * 160 * 90 })
  })
})
