import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { CHECK_SEC, HEIGHT, WIDTH } from '../../../bench/detect/scenes/canvas'
import { allScenes, type Scene } from '../../../bench/detect/scenes/index'

const FIRST_CHECKS = 20

function firstSceneOf(group: string, seed = 1): Scene {
  const found = allScenes(seed, { quick: true }).find(({ name }) => name === group)
  const scene = found?.makeScenes().next().value
  if (!scene) throw new Error(`There is no group ${group}.`)
  return scene
}

function digestOf(scene: Scene): string {
  const hash = createHash('sha256')
  let count = 0
  for (const frame of scene.frames()) {
    hash.update(frame)
    if (++count === FIRST_CHECKS) break
  }
  return hash.digest('hex')
}

/** How many pixels differ, at each check, between the scene and the same without people. */
function shownPixels(scene: Scene): number[] {
  const empty = scene.emptyFrames()
  return Array.from(scene.frames(), (frame) => {
    const other = empty.next().value ?? frame
    let count = 0
    for (let i = 0; i < frame.length; i++) if (Math.abs((frame[i] ?? 0) - (other[i] ?? 0)) > 4) count++
    return count
  })
}

function at(shown: readonly number[], timeSec: number): number {
  return shown[Math.round(timeSec / CHECK_SEC)] ?? Number.NaN
}

describe('scenes', () => {
  const groups = allScenes(1, { quick: true }).map(({ name }) => name)

  it.each(groups)('of %s are the same bytes in every run and others with another seed', (group) => {
    const digest = digestOf(firstSceneOf(group))
    expect(digestOf(firstSceneOf(group))).toBe(digest)
    expect(digestOf(firstSceneOf(group, 2))).not.toBe(digest)
  })

  it('last as long as they say', () => {
    const scene = firstSceneOf('led')
    const count = [...scene.frames()].length
    expect(count).toBe(Math.ceil(scene.seconds / CHECK_SEC))
  })

  it('of the quiet groups have nothing to find', () => {
    const quiet = groups.slice(groups.indexOf('noise-2'))
    for (const group of quiet) expect(firstSceneOf(group).truth.motion).toEqual([])
  })

  it('have about the noise they are named after', () => {
    const frames = firstSceneOf('noise-8').frames()
    const first = Float64Array.from(frames.next().value ?? [])
    const second = frames.next().value ?? new Uint8Array()
    const squares = first.reduce((sum, level, i) => sum + (level - (second[i] ?? 0)) ** 2, 0)
    const sigma = Math.sqrt(squares / first.length / 2)
    // Limited range stores less, and black clips.
    expect(sigma).toBeGreaterThan(5.5)
    expect(sigma).toBeLessThan(8.5)
  })
})

describe('people in scenes', () => {
  it.each([
    ['near', 8],
    ['middle', 2.5],
    ['far-plain', 1],
    ['tiny-plain', 0.25],
  ])('of %s cover about the share they are named after while their interval lasts', (group, leastPercent) => {
    const scene = firstSceneOf(group)
    const shown = shownPixels(scene)
    expect(scene.truth.motion.length).toBeGreaterThan(1)
    for (const { start, end, sharePercent = 0 } of scene.truth.motion) {
      expect(sharePercent).toBeGreaterThanOrEqual(leastPercent)
      const shownPercent = (100 * at(shown, (start + end) / 2)) / (WIDTH * HEIGHT)
      expect(shownPercent).toBeGreaterThan(0.5 * sharePercent)
      expect(shownPercent).toBeLessThan(1.5 * sharePercent)
    }
  })

  it('show at the bounds of their interval and not outside of the ignored spans around it', () => {
    const scene = firstSceneOf('middle')
    const shown = shownPixels(scene)
    for (const { start, end } of scene.truth.motion) {
      const before = scene.truth.ignore.find(([, to]) => to === start)
      const after = scene.truth.ignore.find(([from]) => from === end)
      expect(at(shown, start + CHECK_SEC)).toBeGreaterThan(100)
      expect(at(shown, end - CHECK_SEC)).toBeGreaterThan(100)
      expect(at(shown, (before?.[0] ?? start) - CHECK_SEC)).toBe(0)
      expect(at(shown, (after?.[1] ?? end) + CHECK_SEC)).toBe(0)
    }
  })

  it('leave things behind that stay', () => {
    const scene = firstSceneOf('object-left')
    expect(shownPixels(scene).at(-1)).toBeGreaterThan(20)
    expect(shownPixels(firstSceneOf('stays')).at(-1)).toBe(0)
  })
})
