import { describe, expect, it } from 'vitest'
import { ensureMemory } from '../../src/engine/motion/kernels'
import { kernelBuilds, loadBuild } from '../support/kernels/kernels'
import {
  type Plane,
  referenceDifference,
  referenceDownsample,
  referenceLuma,
} from '../support/kernels/reference-kernels'
import { seededRandom } from '../support/random'

const RANDOM_FRAMES = 2_000
/** Filled around every result: a byte too many shows. */
const GUARD = 0xa5
const GUARD_BYTES = 64
/** Three areas far enough apart for the largest planes below. */
const FIRST = 0x10000
const SECOND = 0x180000
const THIRD = 0x300000
const MEMORY_BYTES = 0x400000
/** Width x height of frames that fill no vector. */
const awkwardSizes = [
  [1, 1],
  [17, 3],
  [3, 17],
  [31, 1],
] as const

describe.each(kernelBuilds)('the %s build', async (build) => {
  const { kernels, memory } = await loadBuild(build)
  ensureMemory(memory, MEMORY_BYTES)
  const bytes = new Uint8Array(memory.buffer)

  const difference = (a: Uint8Array, b: Uint8Array, shift = 0): number => {
    bytes.set(a, FIRST + shift)
    bytes.set(b, SECOND + shift)
    return kernels.sumAbsoluteDifference(FIRST + shift, SECOND + shift, a.length)
  }

  /** What a kernel wrote at SECOND, with the guards that must have stayed. */
  const written = (length: number, run: () => void): { result: Uint8Array; areGuardsKept: boolean } => {
    bytes.fill(GUARD, SECOND - GUARD_BYTES, SECOND + length + GUARD_BYTES)
    run()
    const before = bytes.slice(SECOND - GUARD_BYTES, SECOND)
    const after = bytes.slice(SECOND + length, SECOND + length + GUARD_BYTES)
    const areGuardsKept = [...before, ...after].every((byte) => byte === GUARD)
    return { result: bytes.slice(SECOND, SECOND + length), areGuardsKept }
  }

  const downsample = ({ bytes: source, strideBytes, width, height }: Plane, factor: number) => {
    bytes.set(source, FIRST)
    return written(Math.floor(width / factor) * Math.floor(height / factor), () =>
      kernels.boxDownsample(FIRST, strideBytes, width, height, factor, SECOND),
    )
  }

  const luma = (pixels: Uint8Array, isRedFirst: boolean) => {
    bytes.set(pixels, FIRST)
    return written(pixels.length / 4, () => kernels.lumaFromPixels(FIRST, pixels.length / 4, isRedFirst, SECOND))
  }

  const differenceFromPixels = (pixels: Uint8Array, previous: Uint8Array, isRedFirst: boolean) => {
    bytes.set(pixels, FIRST)
    bytes.set(previous, THIRD)
    let sum = 0
    const target = written(previous.length, () => {
      sum = kernels.differenceFromPixels(FIRST, previous.length, isRedFirst, THIRD, SECOND)
    })
    return { sum, target }
  }

  const expectPixelDifference = (pixels: Uint8Array, previous: Uint8Array, isRedFirst: boolean, what: string) => {
    const luma = referenceLuma(pixels, isRedFirst)
    const { sum, target } = differenceFromPixels(pixels, previous, isRedFirst)
    expectSame(target, luma, what)
    expect(sum, what).toBe(referenceDifference(luma, previous))
  }

  const expectSame = (
    { result, areGuardsKept }: { result: Uint8Array; areGuardsKept: boolean },
    reference: Uint8Array,
    what: string,
  ) => {
    expect(areGuardsKept, `${what}: a byte beyond the result was written`).toBe(true)
    expect(Buffer.compare(result, reference), `${what}: differs from the reference`).toBe(0)
  }

  it('lives on memory that is shared where the build is threaded (ENG-01)', () => {
    expect(memory.buffer instanceof SharedArrayBuffer).toBe(build === 'threads')
  })

  it('sums differences like the reference on random frames, whatever their length and alignment (ENG-06)', () => {
    const random = seededRandom(1)
    for (let frame = 0; frame < RANDOM_FRAMES; frame++) {
      const length = random.between(0, 9_000)
      const [a, b] = [random.bytes(length), random.bytes(length)]
      const sum = difference(a, b, random.between(0, 15))
      expect(sum, `frame ${frame}, ${length} bytes`).toBe(referenceDifference(a, b))
    }
  })

  it.each([0, 1, 15, 16, 63, 64, 65, 4_096, 4_097, 4_160, 1_000_000])(
    'does not overflow or saturate over %i bytes of black against white, either way round (ENG-06)',
    (length) => {
      const black = new Uint8Array(length)
      const white = new Uint8Array(length).fill(255)
      expect(difference(black, white)).toBe(255 * length)
      expect(difference(white, black)).toBe(255 * length)
      expect(difference(white, white)).toBe(0)
    },
  )

  it('counts every difference of as many pixels as 32 bits can sum', async () => {
    const length = Math.floor((2 ** 32 - 1) / 255)
    const large = await loadBuild(build)
    expect(ensureMemory(large.memory, 0x10000 + 2 * length)).toBe(true)
    new Uint8Array(large.memory.buffer).fill(255, 0x10000, 0x10000 + length)
    expect(large.kernels.sumAbsoluteDifference(0x10000, 0x10000 + length, length)).toBe(255 * length)
  })

  it('reduces random frames like the reference, by 1, 2 and 4, with any stride', () => {
    const random = seededRandom(2)
    for (let frame = 0; frame < RANDOM_FRAMES; frame++) {
      const [width, height] = [random.between(1, 300), random.between(1, 24)]
      const strideBytes = width + random.pick(0, 1, 3, random.between(0, 64))
      const plane = { bytes: random.bytes(strideBytes * height), strideBytes, width, height }
      const factor = random.pick(1, 2, 4)
      const what = `frame ${frame}, ${width} x ${height}, stride ${strideBytes}, by ${factor}`
      expectSame(downsample(plane, factor), referenceDownsample(plane, factor), what)
    }
  })

  it.each([
    [1, 1, 1],
    [1, 1, 7],
    [17, 3, 17],
    [17, 3, 23],
    [131, 9, 133],
    [260, 11, 311],
  ])('reduces a frame of %i x %i with a stride of %i, dropping what fills no box', (width, height, strideBytes) => {
    const plane = { bytes: seededRandom(width).bytes(strideBytes * height), strideBytes, width, height }
    for (const factor of [1, 2, 4]) {
      expectSame(downsample(plane, factor), referenceDownsample(plane, factor), `by ${factor}`)
    }
  })

  it.each([1, 2, 4])('keeps full white and the rounded half when reducing by %i', (factor) => {
    const white = { bytes: new Uint8Array(128 * 8).fill(255), strideBytes: 128, width: 128, height: 8 }
    expectSame(downsample(white, factor), referenceDownsample(white, factor), 'white')
    const stripes = { ...white, bytes: white.bytes.map((_, i) => i % 2) }
    expectSame(downsample(stripes, factor), referenceDownsample(stripes, factor), 'stripes of 0 and 1')
  })

  it('makes luma of random RGBA and BGRA frames like the reference', () => {
    const random = seededRandom(3)
    for (let frame = 0; frame < RANDOM_FRAMES; frame++) {
      const pixels = random.bytes(4 * random.between(0, 700))
      const isRedFirst = random.pick(true, false)
      expectSame(luma(pixels, isRedFirst), referenceLuma(pixels, isRedFirst), `frame ${frame}`)
    }
  })

  it('weighs red, green and blue by BT.601, and keeps white and every grey as they are', () => {
    const pixels = Uint8Array.of(255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 0)
    expect([...luma(pixels, true).result]).toEqual([77, 149, 29, 255])
    expect([...luma(pixels, false).result]).toEqual([29, 149, 77, 255])
    const greys = Uint8Array.from({ length: 1_024 }, (_, i) => i >> 2)
    expect([...luma(greys, true).result]).toEqual(Array.from({ length: 256 }, (_, grey) => grey))
  })

  it('makes luma in place, over the very pixels it reads', () => {
    const random = seededRandom(4)
    for (const count of [1, 3 * 17, 15, 16, 17, 1_001, ...Array.from({ length: 50 }, () => random.between(1, 300))]) {
      const pixels = random.bytes(4 * count)
      const isRedFirst = random.pick(true, false)
      bytes.set(pixels, FIRST)
      kernels.lumaFromPixels(FIRST, count, isRedFirst, FIRST)
      const luma = bytes.slice(FIRST, FIRST + count)
      expect(Buffer.compare(luma, referenceLuma(pixels, isRedFirst)), `${count} pixels`).toBe(0)
    }
  })

  it('takes the difference of random RGBA and BGRA frames to the luma before like the reference, and leaves theirs', () => {
    const random = seededRandom(5)
    for (let frame = 0; frame < RANDOM_FRAMES; frame++) {
      const count = random.between(0, 700)
      const [pixels, previous] = [random.bytes(4 * count), random.bytes(count)]
      expectPixelDifference(pixels, previous, random.pick(true, false), `frame ${frame}, ${count} pixels`)
    }
  })

  it.each(awkwardSizes)('measures a frame of %i x %i like the reference, in luma and in pixels', (width, height) => {
    const random = seededRandom(width)
    const count = width * height
    const [a, b, pixels] = [random.bytes(count), random.bytes(count), random.bytes(4 * count)]
    expect(difference(a, b)).toBe(referenceDifference(a, b))
    for (const isRedFirst of [true, false]) {
      expectSame(luma(pixels, isRedFirst), referenceLuma(pixels, isRedFirst), 'luma')
      expectPixelDifference(pixels, b, isRedFirst, 'difference of pixels')
    }
  })

  it.each([0, 1, 15, 16, 17, 300_000])('does not overflow over %i pixels of black against white', (count) => {
    const [blacks, whites] = [new Uint8Array(4 * count), new Uint8Array(4 * count).fill(255)]
    const [black, white] = [new Uint8Array(count), new Uint8Array(count).fill(255)]
    expect(differenceFromPixels(whites, black, true).sum).toBe(255 * count)
    expect(differenceFromPixels(blacks, white, true).sum).toBe(255 * count)
    expect(differenceFromPixels(whites, white, false).sum).toBe(0)
  })
})
