import { seededRandom } from '../../../bench/detect/scenes/random'
import type { Measurement } from '../../../src/engine/motion/detection'
import { SCENE_CELLS, SCENE_COLUMNS, type Scene } from '../../../src/engine/tampering/scene'
import { type TamperingNews, TamperingSense } from '../../../src/engine/tampering/tampering-sense'

const CHECK_MS = 300

/** Grey levels of every cell. */
export type Picture = Float64Array

/** A place with texture in every tile; another seed is another place. */
export function placeOf(seed: number, mean = 110, texture = 14): Picture {
  const random = seededRandom(seed)
  return Float64Array.from({ length: SCENE_CELLS }, () => mean + texture * random.between(-1, 1))
}

export const uniform = (level: number): Picture => new Float64Array(SCENE_CELLS).fill(level)

export const lit = (picture: Picture, gain: number): Picture => picture.map((level) => level * gain)

/** What several lamps show of it, each a spot of the picture: twenty times as much in the middles as between them. */
export function inPools(picture: Picture): Picture {
  return picture.map((level, i) => {
    const [x, y] = [(i % SCENE_COLUMNS) % 8, Math.floor(i / SCENE_COLUMNS) % 6]
    return Math.min(255, level * (0.1 + 2 * Math.exp(-((x - 4) ** 2 + (y - 3) ** 2) / 2)))
  })
}

/** One picture within the given shares of the columns, another one around it. */
export function within(inner: Picture, outer: Picture, fromShare: number, toShare: number): Picture {
  return outer.map((level, i) => {
    const share = (i % SCENE_COLUMNS) / SCENE_COLUMNS
    return share >= fromShare && share < toShare ? (inner[i] ?? 0) : level
  })
}

/** What is seen when the camera turns aside by so many cells. */
export function aside(picture: Picture, columns: number, beyond: Picture): Picture {
  return picture.map((_, i) => {
    const x = (i % SCENE_COLUMNS) + columns
    const row = i - (i % SCENE_COLUMNS)
    return x < SCENE_COLUMNS ? (picture[row + x] ?? 0) : (beyond[row + (x % SCENE_COLUMNS)] ?? 0)
  })
}

/** What a check finds of it, without noise. */
export function measurementOf(picture: Picture): Measurement {
  const scene = Uint16Array.from(picture, (level) => 64 * level)
  return { difference: 0, isRepeat: false, moved: [], heat: null, brightness: picture[0] ?? 0, scene }
}

/** A camera whose coarse scenes a test draws; a check each 300 ms unless said otherwise. */
export class SceneCamera {
  readonly sense = new TamperingSense()
  /** A clock of its own, which begins anywhere. */
  nowMs = 5_000_000
  intervalMs = CHECK_MS
  readonly #random = seededRandom(1)
  #last: Scene | null = null

  /** Everything told while the camera shows what `pictureAt` draws; times in ms from now. */
  show(
    seconds: number,
    pictureAt: Picture | ((timeMs: number) => Picture),
  ): (TamperingNews & { readonly afterMs: number })[] {
    const startMs = this.nowMs
    const told: (TamperingNews & { readonly afterMs: number })[] = []
    while (this.nowMs < startMs + 1000 * seconds) {
      const afterMs = this.nowMs - startMs
      const news = this.#check(this.#noisy(typeof pictureAt === 'function' ? pictureAt(afterMs) : pictureAt), false)
      if (news !== null) told.push({ ...news, afterMs })
    }
    return told
  }

  /** The source repeats its last frame. */
  repeat(seconds: number): (TamperingNews & { readonly afterMs: number })[] {
    const startMs = this.nowMs
    const told: (TamperingNews & { readonly afterMs: number })[] = []
    while (this.nowMs < startMs + 1000 * seconds) {
      const afterMs = this.nowMs - startMs
      const news = this.#check(this.#last ?? new Uint16Array(SCENE_CELLS), true)
      if (news !== null) told.push({ ...news, afterMs })
    }
    return told
  }

  #check(scene: Scene, isRepeat: boolean): TamperingNews | null {
    this.#last = scene
    const brightness = scene.reduce((sum, level) => sum + level, 0) / scene.length / 64
    const measured = { difference: 0, moved: [], heat: null }
    const news = this.sense.note({ ...measured, brightness, isRepeat, scene }, this.nowMs)
    this.nowMs += this.intervalMs
    return news
  }

  #noisy(picture: Picture): Scene {
    return Uint16Array.from(picture, (level) => Math.max(0, 64 * (level + 0.2 * this.#random.between(-1, 1))))
  }
}
