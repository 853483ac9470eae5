import type { Grid } from '../../support/kernels/reference-blocks'
import type { Plane } from '../../support/kernels/reference-kernels'
import type { Random } from '../../support/random'

/** Luma of a pixel at a check. */
export type Scene = (x: number, y: number, check: number) => number

interface Area {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

type MakeScene = (random: Random, grid: Grid) => Scene

/** Scenes that reach every rule of the adaptive measure, by what they show. */
const scenes = {
  'pixels at random': (random) => () => random.between(0, 255),
  'a still picture': (random) => {
    const picture = pictureOf(random)
    return (x, y) => picture(x, y)
  },
  'steady noise': (random) => {
    const [picture, noise] = [pictureOf(random), random.between(1, 40)]
    return (x, y) => clamped(picture(x, y) + random.between(-noise, noise))
  },
  'something that walks': (random, grid) => {
    const [picture, noise, walker] = [pictureOf(random), random.between(0, 6), areaIn(random, grid)]
    const [paceX, paceY, tone] = [random.between(-6, 6), random.between(-3, 3), random.between(0, 255)]
    return (x, y, check) => {
      const isWalker = isWithin(walker, x - check * paceX, y - check * paceY)
      return clamped((isWalker ? tone : picture(x, y)) + random.between(-noise, noise))
    }
  },
  'something put down and taken away': (random, grid) => {
    const [picture, noise, thing] = [pictureOf(random), random.between(0, 4), areaIn(random, grid)]
    const [from, until, tone] = [random.between(3, 9), random.between(14, 26), random.between(0, 255)]
    return (x, y, check) => {
      const isThere = check >= from && check < until && isWithin(thing, x, y)
      return clamped((isThere ? tone : picture(x, y)) + random.between(-noise, noise))
    }
  },
  'light that steps while something walks': (random, grid) => {
    const [picture, noise, walker] = [pictureOf(random), random.between(0, 3), areaIn(random, grid)]
    const [lights, lasts] = [lightsOf(random), random.between(1, 5)]
    return (x, y, check) => {
      const tone = isWithin(walker, x - check * 3, y) ? 220 : picture(x, y)
      return clamped((tone * lightAt(lights, Math.floor(check / lasts))) / 100 + random.between(-noise, noise))
    }
  },
  'light that flickers in bands': (random) => {
    const [picture, lights, band] = [pictureOf(random), lightsOf(random), random.between(1, 24)]
    return (x, y, check) => clamped((picture(x, y) * lightAt(lights, Math.floor(y / band) + check)) / 100)
  },
  'black and white': (random) => {
    const [cells, columnPixels, rowPixels] = [random.bytes(64), random.pick(4, 16, 4_096), random.pick(4, 16, 4_096)]
    return (x, y, check) => {
      const cell = Math.floor(x / columnPixels) * 3 + Math.floor(y / rowPixels) * 7 + check * 5
      return ((cells[cell % 64] ?? 0) & 1) * 255
    }
  },
} satisfies Record<string, MakeScene>

export type SceneName = keyof typeof scenes
export const sceneNames = Object.keys(scenes).filter((name): name is SceneName => name in scenes)

export function sceneOf(name: SceneName, random: Random, grid: Grid): Scene {
  const make: MakeScene = scenes[name]
  return make(random, grid)
}

/** Some pixels to the right and below that fill no block, and bytes between the rows that are no pixels. */
export interface Spare {
  readonly columns: number
  readonly rows: number
  readonly strideBytes: number
}

export function spareOf(random: Random, { edge }: Grid): Spare {
  return {
    columns: random.between(0, edge - 1),
    rows: random.between(0, edge - 1),
    strideBytes: random.pick(0, 1, random.between(0, 64)),
  }
}

/** What a camera sees of a scene at a check; bytes that are no pixels are random. */
export function frameOf(scene: Scene, grid: Grid, spare: Spare, check: number, random: Random): Plane {
  const width = grid.columns * grid.edge + spare.columns
  const height = grid.rows * grid.edge + spare.rows
  const strideBytes = width + spare.strideBytes
  const bytes = new Uint8Array(strideBytes * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) bytes[y * strideBytes + x] = scene(x, y, check)
    for (let x = width; x < strideBytes; x++) bytes[y * strideBytes + x] = random.between(0, 255)
  }
  return { bytes, strideBytes, width, height }
}

/** Patches of 5 x 7 pixels, so that no block is even. */
function pictureOf(random: Random): (x: number, y: number) => number {
  const tones = random.bytes(256)
  return (x, y) => tones[(Math.floor(x / 5) * 3 + Math.floor(y / 7) * 37) & 255] ?? 0
}

/** In percent; weak ones lie about what makes the light worth estimating. */
function lightsOf(random: Random): Uint8Array {
  const change = random.pick(1, 3, 12, 60, 100)
  return Uint8Array.from({ length: 16 }, () => 100 + random.between(-Math.min(change, 95), change))
}

function lightAt(lights: Uint8Array, index: number): number {
  return lights[index % lights.length] ?? 100
}

function areaIn(random: Random, { columns, rows, edge }: Grid): Area {
  const [width, height] = [columns * edge, rows * edge]
  return {
    left: random.between(0, width - 1),
    top: random.between(0, height - 1),
    width: random.between(1, Math.ceil(width / 2)),
    height: random.between(1, height),
  }
}

function isWithin({ left, top, width, height }: Area, x: number, y: number): boolean {
  return x >= left && x < left + width && y >= top && y < top + height
}

function clamped(luma: number): number {
  return Math.min(Math.max(Math.floor(luma), 0), 255)
}
