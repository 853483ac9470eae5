import { beforeEach, describe, expect, it } from 'vitest'
import type { LoadedKernels } from '../../../src/engine/motion/kernels'
import { FrameChecker } from '../../../src/engine/workers/frame-checker'
import { deferred } from '../../support/deferred'
import { classic, differs, nothing, unmeasurable } from '../../support/engine/check-results'
import { type FrameContent, fakeVideoFrame } from '../../support/engine/fake-frames'
import { loadBuild } from '../../support/kernels/kernels'

/** Two rows of two pixels: a luma plane with padding, and chroma behind it. */
function planar(format: string, ...greys: number[]): FrameContent {
  const [a = 0, b = 0, c = 0, d = 0] = greys
  const bytes = Uint8Array.of(a, b, 9, 99, 199, c, d, 9, 99, 199, 77, 77, 77, 77)
  return { format, width: 2, height: 2, strideBytes: 5, bytes }
}

function pixels(format: string | null, ...bytes: number[]): FrameContent {
  return { format, width: bytes.length / 4, height: 1, strideBytes: bytes.length, bytes: Uint8Array.from(bytes) }
}

describe('the worker’s frame checker (ENG-04)', () => {
  let loaded: LoadedKernels
  let checker: FrameChecker
  const check = (content: FrameContent, cameraId = 'front') => checker.frame(cameraId, fakeVideoFrame(content).frame)

  beforeEach(async () => {
    loaded = await loadBuild('plain')
    checker = new FrameChecker(loaded)
    checker.open('front', classic)
  })

  it.each(['I420', 'I420A', 'I422', 'I444', 'NV12'])(
    'measures the luma plane of %s and nothing beside it',
    async (format) => {
      expect(await check(planar(format, 0, 0, 0, 0))).toEqual(nothing)
      expect(await check(planar(format, 51, 51, 51, 51))).toEqual(differs(51 / 255))
    },
  )

  it.each([
    ['RGBA', 77],
    ['RGBX', 77],
    ['BGRA', 29],
    ['BGRX', 29],
  ])('makes luma of %s before it measures', async (format, lumaOfFirstByte) => {
    await check(pixels(format, 0, 0, 0, 255))
    expect(await check(pixels(format, 255, 0, 0, 255))).toEqual(differs(lumaOfFirstByte / 255))
  })

  it('measures the RGBA pixels of a canvas', () => {
    const answers = [0, 51].map((grey) => checker.pixels('front', 1, 1, Uint8Array.of(grey, grey, grey, 255).buffer))
    expect(answers).toEqual([nothing, differs(51 / 255)])
  })

  it('cannot measure a frame that is unreadable, has no format or does not fit, and measures the next', async () => {
    await check(planar('I420', 0, 0, 0, 0))
    expect(await check({ ...planar('I420', 9, 9, 9, 9), isUnreadable: true })).toEqual(unmeasurable)
    expect(await check(pixels(null, 9, 9, 9, 9))).toEqual(unmeasurable)
    const tooLarge = new Uint8Array(loaded.kernels.FRAME_BYTES.value + 1)
    expect(await check({ ...planar('I420'), bytes: tooLarge })).toEqual(unmeasurable)
    expect(checker.pixels('front', 1, 1, tooLarge.buffer)).toEqual(unmeasurable)
    expect(await check(planar('I420', 51, 51, 51, 51))).toEqual(differs(51 / 255))
  })

  it('cannot measure for a camera that is not open, or not any more', async () => {
    expect(checker.pixels('back', 1, 1, new ArrayBuffer(4))).toEqual(unmeasurable)
    await check(planar('I420', 0, 0, 0, 0))
    checker.close('front')
    expect(await check(planar('I420', 51, 51, 51, 51))).toEqual(unmeasurable)
  })

  it('compares nothing across a close: an opened camera starts afresh', async () => {
    await check(planar('I420', 0, 0, 0, 0))
    checker.close('front')
    checker.open('front', classic)
    expect(await check(planar('I420', 51, 51, 51, 51))).toEqual(nothing)
    expect(await check(planar('I420', 51, 51, 51, 51))).toEqual(differs(0))
  })

  it('goes on with a camera while others come, for whom the memory grows', async () => {
    await check(planar('I420', 0, 0, 0, 0))
    for (const cameraId of ['back', 'side']) checker.open(cameraId, classic)
    await check(planar('I420', 200, 200, 200, 200), 'side')
    expect(await check(planar('I420', 51, 51, 51, 51))).toEqual(differs(51 / 255))
  })

  it('leaves out a frame that is being copied while the memory grows, and does not take it for unmeasurable', async () => {
    await check(planar('I420', 0, 0, 0, 0))
    const copied = deferred<void>()
    const checked = check({ ...planar('I420', 51, 51, 51, 51), copyGate: copied.promise })
    for (const cameraId of ['back', 'side']) checker.open(cameraId, classic)
    copied.resolve()
    expect(await checked).not.toEqual(unmeasurable)
  })

  it('serves a camera without room as soon as another leaves', async () => {
    for (let i = 1; i < 27; i++) checker.open(`camera-${i}`, classic)
    checker.open('late', classic)
    expect([
      await check(planar('I420', 0, 0, 0, 0), 'late'),
      await check(planar('I420', 51, 51, 51, 51), 'late'),
    ]).toEqual([unmeasurable, unmeasurable])
    checker.close('camera-3')
    checker.open('late', classic)
    await check(planar('I420', 0, 0, 0, 0), 'late')
    expect(await check(planar('I420', 51, 51, 51, 51), 'late')).toEqual(differs(51 / 255))
  })

  it('serves a camera that found no room once another has left, as it is to be measured by then', async () => {
    for (let i = 1; i < 27; i++) checker.open(`camera-${i}`, classic)
    checker.open('late', { ...classic, method: 'adaptive' })
    checker.configure('late', classic)
    expect(await check(planar('I420', 0, 0, 0, 0), 'late')).toEqual(unmeasurable)
    checker.close('camera-3')
    expect(await check(planar('I420', 0, 0, 0, 0), 'late')).toEqual(nothing)
    expect(await check(planar('I420', 51, 51, 51, 51), 'late')).toEqual(differs(51 / 255))
  })

  it('has no room for a camera that was closed while it waited for some', async () => {
    for (let i = 1; i < 27; i++) checker.open(`camera-${i}`, classic)
    checker.open('late', classic)
    checker.close('late')
    checker.close('camera-3')
    expect(await check(planar('I420', 0, 0, 0, 0), 'late')).toEqual(unmeasurable)
  })
})
