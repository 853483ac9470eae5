import { describe, expect, it } from 'vitest'
import { FrameDetector } from '../../../src/engine/motion/frame-detector'
import type { FrameLayout } from '../../../src/engine/motion/frame-layout'
import { ensureMemory, type LoadedKernels } from '../../../src/engine/motion/kernels'
import type { CheckResult } from '../../../src/engine/motion/motion-port'
import { classic, differs, nothing, unmeasurable } from '../../support/engine/check-results'
import { kernelBuilds, loadBuild } from '../../support/kernels/kernels'
import { referenceDifference, referenceDownsample, referenceLuma } from '../../support/kernels/reference-kernels'
import { seededRandom } from '../../support/random'

function open(loaded: LoadedKernels, slot = 0, options = classic): FrameDetector {
  const detector = FrameDetector.create(loaded, slot, options)
  if (detector === null) throw new Error(`no room for slot ${slot}`)
  return detector
}

/** Measures a frame as the worker does: copied into the frame area first. */
function check(detector: FrameDetector, layout: FrameLayout, bytes: Uint8Array): CheckResult {
  detector.frameArea().set(bytes)
  return detector.check(layout)
}

function lumaOf(width: number, height: number, strideBytes = width): FrameLayout {
  return { kind: 'luma', width, height, strideBytes }
}

function grey(layout: FrameLayout, value: number): Uint8Array {
  return new Uint8Array(layout.width * layout.height).fill(value)
}

describe.each(kernelBuilds)('the classic measure on the %s build (REC-06)', (build) => {
  it('has nothing to compare the first frame with', async () => {
    const detector = open(await loadBuild(build))
    expect(check(detector, lumaOf(8, 8), grey(lumaOf(8, 8), 50))).toEqual(nothing)
    expect(check(detector, lumaOf(8, 8), grey(lumaOf(8, 8), 50))).toEqual(differs(0))
  })

  it.each([
    ['1 x 1, as it is', 1, 1],
    ['320 x 180, as it is', 320, 180],
    ['480 x 270, as it is', 480, 270],
    ['640 x 360, halved', 640, 360],
    ['960 x 540, halved', 960, 540],
    ['1280 x 720, quartered', 1280, 720],
    ['1920 x 1080, quartered', 1920, 1080],
  ])('answers exactly 51 / 255 when every pixel of %s changes by 51, up or down', async (_, width, height) => {
    const detector = open(await loadBuild(build))
    const layout = lumaOf(width, height)
    check(detector, layout, grey(layout, 100))
    expect(check(detector, layout, grey(layout, 151))).toEqual(differs(51 / 255))
    expect(check(detector, layout, grey(layout, 100))).toEqual(differs(51 / 255))
  })

  it('answers 1 for black against white and takes the mean over the whole frame', async () => {
    const detector = open(await loadBuild(build))
    const layout = lumaOf(100, 10)
    check(detector, layout, grey(layout, 0))
    expect(check(detector, layout, grey(layout, 255))).toEqual(differs(1))
    expect(check(detector, layout, grey(layout, 255).fill(0, 0, 250))).toEqual(differs(0.25))
  })

  it('compares with the frame before, not with the first one', async () => {
    const detector = open(await loadBuild(build))
    const layout = lumaOf(16, 16)
    const answers = [0, 51, 51, 153, 0].map((value) => check(detector, layout, grey(layout, value)))
    expect(answers).toEqual([nothing, differs(51 / 255), differs(0), differs(102 / 255), differs(153 / 255)])
  })

  it.each([
    ['480 pixels wide are not reduced', 480, 1],
    ['481 pixels wide are halved', 481, 2],
    ['960 pixels wide are halved', 960, 2],
    ['961 pixels wide are quartered', 961, 4],
  ])('matches the reference on noise: frames of %s', async (_, width, factor) => {
    const detector = open(await loadBuild(build))
    const random = seededRandom(width)
    const [height, strideBytes] = [33, width + 31]
    const [first, second] = [random.bytes(strideBytes * height), random.bytes(strideBytes * height)]
    check(detector, lumaOf(width, height, strideBytes), first)
    const [a, b] = [first, second].map((bytes) => referenceDownsample({ bytes, strideBytes, width, height }, factor))
    if (a === undefined || b === undefined) throw new Error('two frames were reduced')
    const expected = referenceDifference(a, b) / (a.length * 255)
    expect(check(detector, lumaOf(width, height, strideBytes), second)).toEqual(differs(expected))
  })

  it.each([
    [320, 640, 2],
    [320, 1280, 4],
    [160, 320, 2],
    [160, 1280, 8],
  ])('analyses at most %i columns of a plane %i wide where the options say so', async (widest, width, factor) => {
    const detector = open(await loadBuild(build), 0, { ...classic, analysisWidth: widest })
    const random = seededRandom(width)
    const height = 8
    const [first, second] = [random.bytes(width * height), random.bytes(width * height)]
    const boxed = (bytes: Uint8Array, wide: number, high: number, by: number) =>
      referenceDownsample({ bytes, strideBytes: wide, width: wide, height: high }, by)
    // By 8 it goes in two steps, each rounded.
    const plane = (bytes: Uint8Array) =>
      factor === 8
        ? boxed(boxed(bytes, width, height, 4), width / 4, height / 4, 2)
        : boxed(bytes, width, height, factor)
    check(detector, lumaOf(width, height), first)
    const expected = referenceDifference(plane(first), plane(second)) / (plane(first).length * 255)
    expect(check(detector, lumaOf(width, height), second)).toEqual(differs(expected))
  })

  it('compares nothing across a change of the analysis width, and goes on from there', async () => {
    const detector = open(await loadBuild(build))
    const layout = lumaOf(480, 8)
    check(detector, layout, grey(layout, 0))
    detector.configure({ ...classic, analysisWidth: 320 })
    expect(check(detector, layout, grey(layout, 0))).toEqual(nothing)
    expect(check(detector, layout, grey(layout, 51))).toEqual(differs(51 / 255))
  })

  it.each([
    ['RGBA', true],
    ['BGRA', false],
  ])('answers the same for %s pixels as for the luma made of them', async (_, isRedFirst) => {
    const loaded = await loadBuild(build)
    const [colour, luma] = [open(loaded, 0), open(loaded, 1)]
    const random = seededRandom(5)
    const [width, height] = [642, 30]
    const answers = [random.bytes(width * height * 4), random.bytes(width * height * 4)].map((pixels) => ({
      colour: check(colour, { kind: 'pixels', width, height, isRedFirst }, pixels),
      luma: check(luma, lumaOf(width, height), referenceLuma(pixels, isRedFirst)),
    }))
    expect(answers[1]?.colour).toEqual(differs(expect.toSatisfy((difference: number) => difference > 0)))
    expect(answers.map(({ colour: answer }) => answer)).toEqual(answers.map(({ luma: answer }) => answer))
  })

  it('has nothing to compare with after the size changed, and goes on from there', async () => {
    const detector = open(await loadBuild(build))
    const [small, turned] = [lumaOf(20, 10), lumaOf(10, 20)]
    check(detector, small, grey(small, 10))
    expect(check(detector, turned, grey(turned, 10))).toEqual(nothing)
    expect(check(detector, turned, grey(turned, 61))).toEqual(differs(51 / 255))
    expect(check(detector, small, grey(small, 61))).toEqual(nothing)
    const taller = lumaOf(20, 12)
    expect(check(detector, taller, grey(taller, 200))).toEqual(nothing)
    const wider = lumaOf(24, 12)
    expect(check(detector, wider, grey(wider, 50))).toEqual(nothing)
  })

  it('cannot measure a frame that is too large to analyse or empty, and compares on with the one before', async () => {
    const detector = open(await loadBuild(build))
    const [fits, tooTall, empty] = [lumaOf(480, 1_365), lumaOf(480, 1_366), lumaOf(0, 0)]
    check(detector, fits, grey(fits, 0))
    expect(check(detector, tooTall, grey(tooTall, 200))).toEqual(unmeasurable)
    expect(check(detector, empty, grey(empty, 0))).toEqual(unmeasurable)
    expect(check(detector, fits, grey(fits, 51))).toEqual(differs(51 / 255))
  })

  it('keeps cameras apart: what one sees does not disturb the other', async () => {
    const loaded = await loadBuild(build)
    const [first, second] = [open(loaded, 0), open(loaded, 1)]
    const layout = lumaOf(1920, 1080)
    check(first, layout, grey(layout, 0))
    check(second, layout, grey(layout, 255))
    expect(check(first, layout, grey(layout, 51))).toEqual(differs(51 / 255))
    expect(check(second, layout, grey(layout, 255))).toEqual(differs(0))
    expect(check(first, layout, grey(layout, 51))).toEqual(differs(0))
  })

  it('goes on when the memory grows between two frames', async () => {
    const loaded = await loadBuild(build)
    const detector = open(loaded)
    const layout = lumaOf(640, 360)
    check(detector, layout, grey(layout, 0))
    expect(ensureMemory(loaded.memory, loaded.memory.buffer.byteLength + 1)).toBe(true)
    expect(check(detector, layout, grey(layout, 51))).toEqual(differs(51 / 255))
  })

  it('makes no new view of the frame area while the memory stays (ENG-04: nothing is allocated per frame)', async () => {
    const detector = open(await loadBuild(build))
    const area = detector.frameArea()
    check(detector, lumaOf(8, 8), grey(lumaOf(8, 8), 50))
    expect(detector.frameArea() === area).toBe(true)
  })

  it('says so when there is no memory left for one more camera', async () => {
    const loaded = await loadBuild(build)
    expect(FrameDetector.create(loaded, 26, classic)).not.toBe(null)
    expect(FrameDetector.create(loaded, 27, classic)).toBe(null)
  })
})
