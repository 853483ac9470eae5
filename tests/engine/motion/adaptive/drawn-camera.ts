import { blotches } from '../../../../bench/detect/scenes/backdrop'
import { gaussians } from '../../../../bench/detect/scenes/noise'
import { seededRandom } from '../../../../bench/detect/scenes/random'
import type { DetectionOptions, Measurement } from '../../../../src/engine/motion/detection'
import { FrameDetector } from '../../../../src/engine/motion/frame-detector'
import type { LoadedKernels } from '../../../../src/engine/motion/kernels'
import type { CheckResult } from '../../../../src/engine/motion/motion-port'
import { motionThreshold } from '../../../../src/engine/motion/threshold'

export const WIDTH = 320
export const HEIGHT = 180

/** Checks for which nothing is told. */
export const LEARNING_CHECKS = 10

/** T at the slider's middle. */
export const THRESHOLD = motionThreshold(50)

export const adaptive: DetectionOptions = { method: 'adaptive', ignoredZones: [], analysisWidth: 480, wantsHeat: false }

/** Changes a picture of 320 x 180 before the sensor sees it. */
export type Paint = (luma: Float32Array) => void

export interface CameraOptions {
  readonly slot?: number
  readonly seed?: number
  /** Of the sensor's noise, in grey levels. */
  readonly sigma?: number
  /** Brightness of the place, in grey levels. */
  readonly mean?: number
  /** How strong the place's texture is, in grey levels. */
  readonly texture?: number
  readonly detection?: DetectionOptions
}

/** A camera whose pictures a test draws: a place with seeded texture, what is painted into it, seeded noise. */
export class DrawnCamera {
  readonly detector: FrameDetector
  readonly #place: Float32Array
  readonly #sigma: number
  readonly #seed: number
  #check = 0

  constructor(loaded: LoadedKernels, options: CameraOptions = {}) {
    const { slot = 0, seed = 1, sigma = 1.5, mean = 110, texture = 14, detection = adaptive } = options
    const detector = FrameDetector.create(loaded, slot, detection)
    if (detector === null) throw new Error(`no room for slot ${slot}`)
    this.detector = detector
    this.#place = placeOf(seed, mean, texture)
    this.#sigma = sigma
    this.#seed = seed
  }

  /** The next frame, as the sensor gives it. */
  draw(...paints: readonly Paint[]): Uint8Array<ArrayBuffer> {
    const luma = this.#place.slice()
    for (const paint of paints) paint(luma)
    const random = seededRandom(1_000 * this.#seed + this.#check++)
    const seen = new Uint8ClampedArray(luma.length)
    // Asked of its module once and not for each pixel.
    const noise = gaussians
    for (let start = 0; start < luma.length; start += WIDTH) {
      const from = random.integer(0, 100_000)
      for (let i = 0; i < WIDTH; i++) seen[start + i] = (luma[start + i] ?? 0) + this.#sigma * (noise[from + i] ?? 0)
    }
    return new Uint8Array(seen.buffer)
  }

  check(...paints: readonly Paint[]): CheckResult {
    return this.checkFrame(this.draw(...paints))
  }

  /** Measures a frame of 320 x 180 as the worker does: copied into the frame area first. */
  checkFrame(frame: Uint8Array): CheckResult {
    this.detector.frameArea().set(frame)
    return this.detector.check({ kind: 'luma', width: WIDTH, height: HEIGHT, strideBytes: WIDTH })
  }

  /** What the next check measures; fails where it says nothing. */
  measure(...paints: readonly Paint[]): Measurement {
    const result = this.check(...paints)
    if (result.kind !== 'measured') throw new Error(`the check is '${result.kind}'`)
    return result.measurement
  }

  /** D of the next `count` checks; `paintsAt` paints each. */
  differences(count: number, paintsAt: (check: number) => readonly Paint[] = () => []): number[] {
    return Array.from({ length: count }, (_, check) => this.measure(...paintsAt(check)).difference)
  }

  /** Looks at the place alone for as long as it is learnt, and a little longer. */
  learn(...paints: readonly Paint[]): this {
    for (let check = 0; check < LEARNING_CHECKS + 10; check++) this.check(...paints)
    return this
  }
}

function placeOf(seed: number, mean: number, texture: number): Float32Array {
  const random = seededRandom(seed)
  const [coarse, fine] = [blotches(random, 18), blotches(random, 5)]
  return Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
    return mean + texture * (coarse(x, y) + 0.7 * fine(x, y))
  })
}

/** Somebody of one shade, as many grey levels lighter than the usual place as `contrast` says, with a few folds. */
export function person(left: number, top: number, width: number, height: number, contrast = 25, mean = 110): Paint {
  return (luma) => {
    for (let y = Math.max(0, top); y < Math.min(HEIGHT, top + height); y++) {
      for (let x = Math.max(0, left); x < Math.min(WIDTH, left + width); x++) {
        luma[y * WIDTH + x] = mean + contrast + (Math.floor((x - left) / 5) % 2 === 0 ? 0.2 : -0.2) * contrast
      }
    }
  }
}

/** Light of the whole picture. */
export function light(gain: number): Paint {
  return (luma) => {
    for (let i = 0; i < luma.length; i++) luma[i] = (luma[i] ?? 0) * gain
  }
}

/** Light that is `gain` at its middle and fades with the distance. */
export function lampAt(x0: number, y0: number, reachPx: number, gain: number): Paint {
  return (luma) => {
    for (let i = 0; i < luma.length; i++) {
      const distance = Math.hypot((i % WIDTH) - x0, Math.floor(i / WIDTH) - y0) / reachPx
      luma[i] = (luma[i] ?? 0) * (1 + (gain - 1) / (1 + distance ** 3))
    }
  }
}

/** A part of the picture under another light, with a sharp edge: sun through a window. */
export function lightPatch(left: number, top: number, width: number, height: number, gain: number): Paint {
  return (luma) => {
    for (let y = top; y < top + height; y++) {
      for (let x = left; x < left + width; x++) luma[y * WIDTH + x] = (luma[y * WIDTH + x] ?? 0) * gain
    }
  }
}

export function most(differences: readonly number[]): number {
  return Math.max(...differences)
}
