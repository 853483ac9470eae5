import { describe, expect, it } from 'vitest'
import { noiseOf, smoothed } from '../../../../src/engine/naming/coco/noise'
import { seededRandom } from '../../../support/random'

const size = { width: 60, height: 40 }
const LEVEL = 120
/** Of whole numbers from -k to k, all as likely, the variance is k (k + 1) / 3. */
const DEVIATION = Math.sqrt((12 * 13) / 3)

/** A grey slope from left to right, with noise on each colour. */
function picture(mostNoise: number, slope = 1): Uint8ClampedArray {
  const random = seededRandom(7)
  const pixels = new Uint8ClampedArray(4 * size.width * size.height).fill(255)
  for (let i = 0; i < size.width * size.height; i++) {
    const grey = LEVEL + slope * (i % size.width)
    for (let colour = 0; colour < 3; colour++) pixels[4 * i + colour] = grey + random.between(-mostNoise, mostNoise)
  }
  return pixels
}

describe('the noise of a picture (LABEL-20)', () => {
  it('is none where light only falls off', () => {
    expect(noiseOf(picture(0), size)).toBe(0)
  })

  it('is its standard deviation in grey levels', () => {
    const noise = noiseOf(picture(12), size)
    expect(noise).toBeGreaterThan(0.85 * DEVIATION)
    expect(noise).toBeLessThan(1.15 * DEVIATION)
  })

  it('is less than a third where the picture is smoothed, whose light stays, at its edges too', () => {
    const [before, after] = [picture(12, 0), smoothed(picture(12, 0), size)]
    expect(noiseOf(after, size)).toBeLessThan(noiseOf(before, size) / 3)
    // Twenty-five noisy pixels count as many: no mean is as far away as the worst of them.
    const away = Array.from(after, (value, i) => Math.abs(value - (i % 4 === 3 ? 255 : LEVEL)))
    expect(Math.max(...away)).toBeLessThan(12)
    const means = [before, after].map((pixels) => pixels.reduce((sum, value) => sum + value, 0) / pixels.length)
    expect(means[1]).toBeCloseTo(means[0] ?? 0, 0)
  })

  it('goes without what is sharp and far from any noise: one light pixel is spread over 25', () => {
    const pixels = new Uint8ClampedArray(4 * size.width * size.height)
    const at = (x: number, y: number) => 4 * (y * size.width + x)
    pixels[at(30, 20)] = 255
    const spread = smoothed(pixels, size)
    expect([30, 31, 32, 33].map((x) => spread[at(x, 20)])).toEqual([36, 24, 6, 0])
    expect([20, 21, 22, 23].map((y) => spread[at(30, y)])).toEqual([36, 24, 6, 0])
    expect(spread[at(30, 20) + 1]).toBe(0)
  })
})
