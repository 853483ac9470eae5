import { describe, expect, it } from 'vitest'
import type { DetectionOptions, Measurement } from '../../../src/engine/motion/detection'
import { FrameDetector } from '../../../src/engine/motion/frame-detector'
import type { LoadedKernels } from '../../../src/engine/motion/kernels'
import type { FrameLayout } from '../../../src/engine/motion/measure'
import type { CheckResult } from '../../../src/engine/motion/motion-port'
import { motionThreshold } from '../../../src/engine/motion/threshold'
import { classic, nothing, unmeasurable } from '../../support/engine/check-results'
import { kernelBuilds, loadBuild } from '../../support/kernels/kernels'
import { seededRandom } from '../../support/random'

const adaptive: DetectionOptions = { ...classic, method: 'adaptive' }
const LEARNING_CHECKS = 10

interface Size {
  readonly width: number
  readonly height: number
  readonly strideBytes: number
}

/** The same place whatever the size, so that a frame and its half differ only in pixels. */
const placeOf = memoized(({ width, height }) => {
  return Float32Array.from({ length: width * height }, (_, i) => {
    return 100 + 25 * Math.sin((17 * (i % width)) / width) * Math.cos((11 * Math.floor(i / width)) / height)
  })
})

function memoized(make: (size: Size) => Float32Array): (size: Size) => Float32Array {
  const made = new Map<string, Float32Array>()
  return (size) => {
    const key = `${size.width} x ${size.height}`
    const place = made.get(key) ?? make(size)
    made.set(key, place)
    return place
  }
}

/** The place with quiet noise, and perhaps somebody who fills a twelfth of its width. */
function frameOf(size: Size, seed: number, personAt?: number): Uint8Array {
  const { width, height, strideBytes } = size
  const place = placeOf(size)
  const noise = seededRandom(seed).bytes(4_096)
  const bytes = new Uint8Array(strideBytes * height).fill(seed % 2 === 0 ? 255 : 0)
  for (let y = 0; y < height; y++) {
    const isTall = y / height > 0.3 && y / height < 0.7
    for (let x = 0; x < width; x++) {
      const isPerson = personAt !== undefined && isTall && x / width >= personAt && x / width < personAt + 1 / 12
      const level = isPerson ? 160 + 10 * Math.sin((200 * x) / width) : (place[y * width + x] ?? 0)
      bytes[y * strideBytes + x] = level + ((noise[(y * 331 + x * 7) & 4_095] ?? 0) % 5) - 2
    }
  }
  return bytes
}

function open(loaded: LoadedKernels, options = adaptive, slot = 0): FrameDetector {
  const detector = FrameDetector.create(loaded, slot, options)
  if (detector === null) throw new Error(`no room for slot ${slot}`)
  return detector
}

function check(detector: FrameDetector, layout: FrameLayout, bytes: Uint8Array): CheckResult {
  detector.frameArea().set(bytes)
  return detector.check(layout)
}

function checkLuma(detector: FrameDetector, size: Size, seed: number, personAt?: number): CheckResult {
  return check(detector, { kind: 'luma', ...size }, frameOf(size, seed, personAt))
}

function measurementOf(result: CheckResult): Measurement {
  if (result.kind !== 'measured') throw new Error(`the check is '${result.kind}'`)
  return result.measurement
}

/** How many checks tell nothing from now on. */
function checksToLearn(detector: FrameDetector, size: Size): number {
  for (let count = 0; count < 50; count++) {
    if (checkLuma(detector, size, count).kind === 'measured') return count
  }
  throw new Error('nothing was ever measured')
}

function sizeOf(width: number, height: number, strideBytes = width): Size {
  return { width, height, strideBytes }
}

describe.each(kernelBuilds)('the adaptive measure on the %s build (ENG-07)', (build) => {
  it.each([
    ['320 x 180', sizeOf(320, 180)],
    ['320 x 180 with rows of 384 bytes', sizeOf(320, 180, 384)],
    ['330 x 182, whose last pixels fill no block', sizeOf(330, 182)],
    ['640 x 360', sizeOf(640, 360)],
    ['1280 x 720', sizeOf(1_280, 720)],
  ])('finds somebody who walks through frames of %s, and nobody before and after', async (_, size) => {
    const detector = open(await loadBuild(build))
    for (let seed = 0; seed < LEARNING_CHECKS; seed++) expect(checkLuma(detector, size, seed)).toEqual(nothing)
    expect(measurementOf(checkLuma(detector, size, 10)).difference).toBe(0)
    const walking = [0.2, 0.25, 0.3, 0.35].map(
      (at, i) => measurementOf(checkLuma(detector, size, 11 + i, at)).difference,
    )
    expect(walking[0]).toBe(0)
    for (const difference of walking.slice(1)) expect(difference).toBeGreaterThan(motionThreshold(50))
    const after = [0, 1, 2, 3].map((i) => measurementOf(checkLuma(detector, size, 20 + i)).difference)
    expect(after.slice(2)).toEqual([0, 0])
  })
})

describe('the adaptive measure', async () => {
  const loaded = await loadBuild('threads')

  it.each([
    ['RGBA', true],
    ['BGRA', false],
  ])('answers the same for %s pixels as for the luma made of them', (_, isRedFirst) => {
    const [colour, luma] = [open(loaded, adaptive, 0), open(loaded, adaptive, 1)]
    const { width, height } = sizeOf(320, 180)
    let told = 0
    for (let seed = 0; seed < 15; seed++) {
      const grey = frameOf(sizeOf(width, height), seed, seed < 10 ? undefined : 0.1 + 0.05 * (seed - 10))
      const pixels = Uint8Array.from({ length: 4 * grey.length }, (_value, i) =>
        i % 4 === 3 ? 255 : (grey[i >> 2] ?? 0),
      )
      const a = check(colour, { kind: 'pixels', width, height, isRedFirst }, pixels)
      const b = check(luma, { kind: 'luma', width, height, strideBytes: width }, grey)
      expect(a).toEqual(b)
      if (a.kind === 'measured' && a.measurement.difference > 0) told++
    }
    expect(told).toBeGreaterThan(2)
  })

  it('learns anew when the frames change their size, and back', () => {
    const detector = open(loaded)
    const [wide, small, tall] = [sizeOf(320, 180), sizeOf(160, 90), sizeOf(320, 240)]
    for (const size of [wide, small, tall, wide]) {
      expect(checksToLearn(detector, size)).toBe(LEARNING_CHECKS)
      expect(measurementOf(checkLuma(detector, size, 3)).difference).toBe(0)
    }
  })

  it('forgets what moved before the size changed', () => {
    const detector = open(loaded)
    checksToLearn(detector, sizeOf(320, 180))
    for (const at of [0.1, 0.15, 0.2]) checkLuma(detector, sizeOf(320, 180), 1, at)
    checksToLearn(detector, sizeOf(160, 90))
    expect(measurementOf(checkLuma(detector, sizeOf(160, 90), 2, 0.2)).difference).toBe(0)
  })

  it('learns anew when the analysis width makes other blocks, and only then', () => {
    const detector = open(loaded)
    const size = sizeOf(320, 180)
    expect(checksToLearn(detector, size)).toBe(LEARNING_CHECKS)
    detector.configure({ ...adaptive, analysisWidth: 320 })
    expect(checksToLearn(detector, size)).toBe(0)
    detector.configure({ ...adaptive, analysisWidth: 160 })
    expect(checksToLearn(detector, size)).toBe(LEARNING_CHECKS)
    detector.configure(adaptive)
    expect(checksToLearn(detector, size)).toBe(LEARNING_CHECKS)
  })

  it('does not learn anew for other zones, nor for the heat map', () => {
    const detector = open(loaded)
    checksToLearn(detector, sizeOf(320, 180))
    detector.configure({ ...adaptive, ignoredZones: [0, 1, 2] })
    expect(checksToLearn(detector, sizeOf(320, 180))).toBe(0)
    detector.configure({ ...adaptive, wantsHeat: true })
    expect(measurementOf(checkLuma(detector, sizeOf(320, 180), 0)).heat).not.toBe(null)
  })

  it('starts anew when the measure is changed, either way', () => {
    const detector = open(loaded)
    const size = sizeOf(320, 180)
    checksToLearn(detector, size)
    detector.configure(classic)
    expect(checksToLearn(detector, size)).toBe(1)
    detector.configure(adaptive)
    expect(checksToLearn(detector, size)).toBe(LEARNING_CHECKS)
  })

  it('starts anew in a slot that another camera left', () => {
    checksToLearn(open(loaded, adaptive, 1), sizeOf(320, 180))
    expect(checksToLearn(open(loaded, adaptive, 1), sizeOf(320, 180))).toBe(LEARNING_CHECKS)
  })

  it('cannot measure frames without a block or with too many, and goes on with what it learnt', () => {
    const detector = open(loaded)
    checksToLearn(detector, sizeOf(320, 180))
    for (const [width, height] of [
      [0, 0],
      [1, 1],
      [320, 3],
      [3, 180],
      [2_576, 8],
    ] as const) {
      expect(checkLuma(detector, sizeOf(width, height), 0), `${width} x ${height}`).toEqual(unmeasurable)
    }
    expect(checksToLearn(detector, sizeOf(320, 180))).toBe(0)
  })

  it('measures the smallest frame that holds a block', () => {
    const detector = open(loaded)
    expect(checksToLearn(detector, sizeOf(4, 4))).toBe(LEARNING_CHECKS)
    expect(measurementOf(checkLuma(detector, sizeOf(4, 4), 2))).toMatchObject({ difference: 0 })
  })
})
