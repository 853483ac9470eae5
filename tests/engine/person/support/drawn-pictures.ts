import { paintBackdrop } from '../../../../bench/detect/scenes/backdrop'
import { type Canvas, HEIGHT, makeCanvas, WIDTH } from '../../../../bench/detect/scenes/canvas'
import { makePlace } from '../../../../bench/detect/scenes/places'
import { seededRandom } from '../../../../bench/detect/scenes/random'
import { HALF_WIDTH, paintWalker } from '../../../../bench/detect/scenes/walker'
import type { PersonPicture } from '../../../../src/engine/person/person-detector'
import type { Box } from '../../../../src/lib/box'

export interface DrawnPerson {
  /** Middle and feet, in pixels of 320x180. */
  readonly x: number
  readonly feetY: number
  readonly heightPx: number
}

const look = { head: 40, torso: 35, legs: 30, textureLevels: 3, textureSeed: 7 }
const everywhere = { left: 0, right: WIDTH }

/** A place of the bench's scenes at 640x360, with people in it. */
export function drawnPicture(seed: number, people: readonly DrawnPerson[]): PersonPicture {
  const canvas = makeCanvas()
  paintBackdrop(canvas, makePlace(seededRandom(seed), 140).backdrop)
  for (const person of people) paintWalker(canvas, { ...person, phase: 0.6, swing: 1 }, look, everywhere)
  return enlarged(canvas)
}

/** Where that person is, in shares of the picture. */
export function boxOf({ x, feetY, heightPx }: DrawnPerson): Box {
  return {
    left: (x - HALF_WIDTH * heightPx) / WIDTH,
    top: (feetY - heightPx) / HEIGHT,
    width: (2 * HALF_WIDTH * heightPx) / WIDTH,
    height: heightPx / HEIGHT,
  }
}

function enlarged({ luma }: Canvas): PersonPicture {
  const [width, height] = [2 * WIDTH, 2 * HEIGHT]
  const pixels = new Uint8ClampedArray(4 * width * height).fill(255)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const level = luma[(y >> 1) * WIDTH + (x >> 1)] ?? 0
      pixels.fill(level, 4 * (y * width + x), 4 * (y * width + x) + 3)
    }
  }
  return { width, height, pixels }
}
