import { beforeAll, describe, expect, it } from 'vitest'
import { loadOnnxRuntime } from '../../../../bench/detect/person/onnx-runtime'
import { pixelPicture } from '../../../../bench/detect/person/pixel-picture'
import { onnxFile } from '../../../../scripts/model/onnx-file.mjs'
import type { Detector, LookPicture } from '../../../../src/engine/naming/detector'
import { wholeOf } from '../../../../src/engine/naming/look-part'
import { type OnnxRuntime, type OpenedOnnx, openOnnxDetector } from '../../../../src/engine/naming/onnx/onnx-detector'
import type { Box } from '../../../../src/lib/box'
import { type FinderStyle, FOUND_CLASS, redFinder, SCORE } from '../support/red-finder'

const SIZE = 64
const LOADING_MS = 60_000

/** A blue picture with a red thing in it; what is red is what the models of these tests find. */
function pictureWith(width: number, height: number, { left, top, width: wide, height: tall }: Box): LookPicture {
  const pixels = new Uint8ClampedArray(4 * width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isRed = x >= left && x < left + wide && y >= top && y < top + tall
      pixels.set(isRed ? [255, 0, 0, 255] : [0, 0, 255, 255], 4 * (y * width + x))
    }
  }
  return pixelPicture({ width, height }, pixels)
}

/** One look at all of the picture. */
function lookAt(detector: Detector, picture: LookPicture) {
  return detector.detect(picture, wholeOf(picture))
}

function opened(result: OpenedOnnx): Detector {
  if (result.kind === 'failed') throw new Error(result.message)
  return result.detector
}

describe('a model of the operator’s choice (PERSON-03)', () => {
  let ort: OnnxRuntime
  beforeAll(async () => {
    ort = await loadOnnxRuntime()
  }, LOADING_MS)
  const open = (modelBytes: Uint8Array<ArrayBuffer>, classIndex = FOUND_CLASS, inputSize = SIZE) =>
    openOnnxDetector(ort, { modelBytes, inputSize, classIndex })

  const styles: readonly FinderStyle[] = ['yolo-rows', 'yolo-columns', 'ssd-scores', 'ssd-chosen']

  it.each(styles)('of style %s finds each person once, where they are, in a wide picture', async (style) => {
    const detector = opened(await open(redFinder(style, SIZE)))
    // Half of the size in the square, with 16 rows of padding above and below.
    const people = await lookAt(detector, pictureWith(128, 64, { left: 32, top: 8, width: 16, height: 40 }))
    expect(people).toHaveLength(1)
    const [{ box, score } = { box: null, score: 0 }] = people
    expect(score).toBeCloseTo(SCORE)
    expect(box?.left).toBeCloseTo(32 / 128)
    expect(box?.top).toBeCloseTo(8 / 64)
    expect(box?.width).toBeCloseTo(16 / 128)
    expect(box?.height).toBeCloseTo(40 / 64)
    detector.close()
  })

  it.each(styles)('of style %s says nothing of other classes', async (style) => {
    const detector = opened(await open(redFinder(style, SIZE), 0))
    expect(await lookAt(detector, pictureWith(128, 64, { left: 32, top: 8, width: 16, height: 40 }))).toEqual([])
    detector.close()
  })

  it('says that it knows people alone (LABEL-09)', async () => {
    const detector = opened(await open(redFinder('yolo-columns', SIZE)))
    expect(detector.groups).toEqual(['person'])
    detector.close()
  })

  it('is padded beside a tall picture', async () => {
    const detector = opened(await open(redFinder('yolo-columns', SIZE)))
    const [found] = await lookAt(detector, pictureWith(32, 64, { left: 8, top: 16, width: 12, height: 40 }))
    expect(found?.box.left).toBeCloseTo(8 / 32)
    expect(found?.box.width).toBeCloseTo(12 / 32)
    detector.close()
  })

  it('finds nobody where there is nobody', async () => {
    const detector = opened(await open(redFinder('yolo-rows', SIZE)))
    expect(await lookAt(detector, pictureWith(128, 64, { left: 0, top: 0, width: 0, height: 0 }))).toEqual([])
    detector.close()
  })

  it('looks at a part with more pixels, and tells shares of the whole picture', async () => {
    const detector = opened(await open(redFinder('yolo-columns', SIZE)))
    // So thin that it falls between the square's samples of the whole picture.
    const picture = pictureWith(512, 512, { left: 405, top: 200, width: 6, height: 20 })
    expect(await detector.detect(picture, wholeOf(picture))).toEqual([])
    const [found] = await detector.detect(picture, { left: 380, top: 180, width: 60, height: 60 })
    expect(found && Math.abs(found.box.width * 512 - 6)).toBeLessThan(4)
    expect(found && Math.abs(found.box.left * 512 - 405)).toBeLessThan(4)
    detector.close()
  })

  it('answers calls at the same time one after the other', async () => {
    const detector = opened(await open(redFinder('yolo-columns', SIZE)))
    const at = (left: number) => lookAt(detector, pictureWith(128, 64, { left, top: 8, width: 16, height: 40 }))
    const [first, second] = await Promise.all([at(16), at(64)])
    expect(first?.[0]?.box.left).toBeCloseTo(16 / 128)
    expect(second?.[0]?.box.left).toBeCloseTo(64 / 128)
    detector.close()
  })

  it('refuses to look once closed', async () => {
    const detector = opened(await open(redFinder('yolo-columns', SIZE)))
    detector.close()
    const picture = pictureWith(16, 16, { left: 0, top: 0, width: 4, height: 4 })
    await expect(detector.detect(picture, wholeOf(picture))).rejects.toThrow(/closed/)
  })

  it('is refused where the file is no model', async () => {
    expect(await open(new Uint8Array([1, 2, 3]))).toMatchObject({ kind: 'failed', reason: 'unreadable-model' })
  })

  it('is refused where it takes another size, and says which setting', async () => {
    const result = await open(redFinder('yolo-columns', SIZE), FOUND_CLASS, 2 * SIZE)
    expect(result).toMatchObject({ kind: 'failed', reason: 'unfit-input' })
    expect(result.kind === 'failed' && result.message).toMatch(/1x3x128x128.*PERSON_MODEL_SIZE/)
  })

  it('is refused where it has no such class', async () => {
    const result = await open(redFinder('yolo-columns', SIZE), 80)
    expect(result).toMatchObject({ kind: 'failed', reason: 'no-such-class' })
  })

  it('is refused where it answers in a way nobody knows, and says how it answers', async () => {
    const images = { name: 'images', dims: [1, 3, SIZE, SIZE] }
    const echo = { op: 'Identity', inputs: ['images'], output: 'echo' }
    const result = await open(
      onnxFile({ inputs: [images], outputs: [{ ...images, name: 'echo' }], constants: [], nodes: [echo] }),
    )
    expect(result).toMatchObject({ kind: 'failed', reason: 'unknown-output' })
    expect(result.kind === 'failed' && result.message).toMatch(/echo 1x3x64x64/)
  })
})
