import { describe, expect, it } from 'vitest'
import { loadBuild } from '../../../support/kernels/kernels'
import {
  DrawnCamera,
  HEIGHT,
  lampAt,
  light,
  lightPatch,
  most,
  type Paint,
  person,
  THRESHOLD,
  WIDTH,
} from './drawn-camera'

const loaded = await loadBuild('threads')

/** Bands that drift over the picture, as mains light makes them with a rolling shutter. */
function bands(check: number): Paint {
  return (luma) => {
    for (let i = 0; i < luma.length; i++) {
      const y = Math.floor(i / WIDTH)
      luma[i] = (luma[i] ?? 0) * (1 + 0.08 * Math.sin(6.28 * ((2.3 * y) / HEIGHT + 0.31 * check)))
    }
  }
}

describe('light that changes', () => {
  it.each([0.4, 0.5, 0.7, 1.3, 1.6, 2])('is silent when the whole picture has %f times of it at once', (gain) => {
    const camera = new DrawnCamera(loaded).learn()
    expect(most(camera.differences(30, (check) => [light(check < 5 ? 1 : gain)]))).toBe(0)
    expect(most(camera.differences(30))).toBe(0)
  })

  it('is silent when it is switched on and off every second', () => {
    const camera = new DrawnCamera(loaded).learn()
    expect(most(camera.differences(40, (check) => [light(check % 6 < 3 ? 1 : 1.5)]))).toBe(0)
  })

  it.each([
    ['brighter', 0.02],
    ['darker', -0.015],
  ])('is silent when it becomes %s over 12 s', (_, step) => {
    const camera = new DrawnCamera(loaded).learn()
    expect(most(camera.differences(60, (check) => [light(1 + step * Math.min(40, check))]))).toBe(0)
  })

  it('is silent when it flickers as a whole or in bands', () => {
    const whole = new DrawnCamera(loaded).learn()
    expect(most(whole.differences(40, (check) => [light(1 + 0.1 * Math.sin(2.3 * check))]))).toBe(0)
    const banded = new DrawnCamera(loaded).learn()
    expect(most(banded.differences(40, (check) => [bands(check)]))).toBe(0)
  })

  it.each([
    ['a lamp', lampAt(100, 60, 70, 2)],
    ['a strong lamp at the edge', lampAt(310, 20, 90, 3)],
    ['sun through a window', lightPatch(100, 60, 60, 60, 1.8)],
    ['the shadow of a wall', lightPatch(0, 100, 140, 80, 0.5)],
  ])('is silent when a part of the picture is lit, flickers for a while and is dark again: %s', (_, lit) => {
    const camera = new DrawnCamera(loaded).learn()
    const isLitAt = (check: number) => (check >= 5 && check < 20) || check % 4 === 3
    expect(most(camera.differences(30, (check) => (isLitAt(check) ? [lit] : [])))).toBeLessThan(THRESHOLD / 2)
    expect(most(camera.differences(15))).toBe(0)
  })

  it('is silent when a patch of it wanders over the picture', () => {
    const camera = new DrawnCamera(loaded).learn()
    expect(most(camera.differences(40, (check) => [lampAt(8 * check, 90, 60, 1.7)]))).toBeLessThan(THRESHOLD / 2)
  })
})

describe('the whole picture', () => {
  /** The camera was turned round and looks at something else. */
  const turned: Paint = (luma) => luma.reverse()

  /** Of much contrast, so that a turn changes nearly every block. */
  const colourful = { texture: 45 }

  /** Somebody in a picture that shows something else from check 10 on. */
  function walkedOver(upheaval: Paint): number[] {
    const camera = new DrawnCamera(loaded, colourful).learn()
    return camera.differences(25, (check) => {
      const walker = person(40 + 8 * check, 60, 16, 48, 60)
      return check < 10 ? [walker] : [upheaval, walker]
    })
  }

  it('is silent when the camera is turned, and when it is knocked', () => {
    const camera = new DrawnCamera(loaded, colourful).learn()
    expect(most(camera.differences(30, (check) => (check < 5 ? [] : [turned])))).toBe(0)
    const knocked: Paint = (luma) => luma.copyWithin(0, 5 + 4 * WIDTH)
    expect(most(camera.differences(30, (check) => (check < 5 ? [turned] : [turned, knocked])))).toBe(0)
  })

  it('is silent when the lens is covered and uncovered', () => {
    const camera = new DrawnCamera(loaded).learn()
    expect(most(camera.differences(20, (check) => (check < 5 ? [] : [(luma) => luma.fill(5)])))).toBe(0)
    expect(most(camera.differences(20))).toBe(0)
  })

  it('says nothing of anybody for 3 checks after it changed, and confirms them anew', () => {
    const differences = walkedOver(turned)
    expect(Math.min(...differences.slice(3, 10))).toBeGreaterThan(THRESHOLD)
    // The change itself, two checks more, and the first sight of the walker.
    expect(differences.slice(10, 14)).toEqual([0, 0, 0, 0])
    expect(differences[14]).toBeGreaterThan(THRESHOLD)
    expect(Math.min(...differences.slice(14))).toBeGreaterThan(THRESHOLD)
  })

  it('is the new background at once when it changed', () => {
    const camera = new DrawnCamera(loaded, { ...colourful, sigma: 0 }).learn()
    const { kernels, memory } = loaded
    const blocks = kernels.SLOTS_BASE.value + kernels.FRAME_BYTES.value + 2 * kernels.PLANE_BYTES.value
    const background = () => [...new Int16Array(memory.buffer, blocks + kernels.BACKGROUND.value, 80)]
    const frame = camera.draw(turned)
    const means = Array.from({ length: 80 }, (_, block) => {
      let sum = 0
      for (let i = 0; i < 16; i++) sum += frame[(i >> 2) * WIDTH + 4 * block + (i & 3)] ?? 0
      return 4 * sum
    })
    expect(background()).not.toEqual(means)
    camera.checkFrame(frame)
    expect(background()).toEqual(means)
  })
})

describe('a dark place', () => {
  /** D of somebody who differs by 20 grey levels from a bare place, and the brightness of the picture. */
  function walkIn(mean: number): { difference: number; brightness: number } {
    const camera = new DrawnCamera(loaded, { sigma: 0, texture: 0, mean }).learn()
    camera.differences(5, (check) => [person(100 + 8 * check, 60, 16, 40, 20, mean)])
    return camera.measure(person(140, 60, 16, 40, 20, mean))
  }

  it('has its differences told as by day, up to twice of what they are', () => {
    const byDay = walkIn(200)
    expect(byDay.difference).toBeGreaterThan(THRESHOLD)
    for (const mean of [8, 20, 32, 64, 100, 128, 160]) {
      const { difference, brightness } = walkIn(mean)
      const gain = Math.min(2, Math.max(1, 192 / (brightness + 64)))
      expect(difference / byDay.difference, `mean ${mean}`).toBeCloseTo(gain, 6)
    }
  })

  it('never differs by more than all there is', () => {
    const camera = new DrawnCamera(loaded, { sigma: 0, texture: 0, mean: 2 }).learn()
    const differences = camera.differences(6, (check) => [person(100 + 8 * check, 60, 16, 40, 250, 2)])
    expect(most(differences)).toBe(1)
  })
})
