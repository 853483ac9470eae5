import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadOnnxRuntime } from '../../../../bench/detect/person/onnx-runtime'
import { pixelPicture } from '../../../../bench/detect/person/pixel-picture'
import { renderFrames } from '../../../../scripts/footage.mjs'
import { cocoClasses } from '../../../../scripts/model/coco-classes.mjs'
import { modelFile } from '../../../../scripts/model.mjs'
import { overlapOf } from '../../../../src/engine/naming/box-overlap'
import { anchors } from '../../../../src/engine/naming/coco/anchors'
import { foundIn, openCocoDetector } from '../../../../src/engine/naming/coco/coco-detector'
import { smoothed } from '../../../../src/engine/naming/coco/noise'
import type { Detector, LookPicture } from '../../../../src/engine/naming/detector'
import { partAround, wholeOf } from '../../../../src/engine/naming/look-part'
import type { Box } from '../../../../src/lib/box'
import { labelGroups, labels } from '../../../../src/lib/label'
import { seededRandom } from '../../../support/random'
import { rgbaOf } from '../support/rgba'

const LOADING_MS = 60_000
const WIDTH = 640
const HEIGHT = 360

/** Grey levels: noise and the soft edge of a shadow stay below. */
const CHANGED = 45

/** Where a drawn frame differs from the empty room. */
function changedBox(frame: Uint8ClampedArray, empty: Uint8ClampedArray): Box {
  let [left, top, right, bottom] = [WIDTH, HEIGHT, 0, 0]
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    if (Math.abs((frame[4 * i + 1] ?? 0) - (empty[4 * i + 1] ?? 0)) < CHANGED) continue
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
    left = Math.min(left, x)
    right = Math.max(right, x + 1)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y + 1)
  }
  return { left: left / WIDTH, top: top / HEIGHT, width: (right - left) / WIDTH, height: (bottom - top) / HEIGHT }
}

/** The same picture in a corner of one that is twice as wide and high. */
function inCorner(frame: Uint8ClampedArray): LookPicture {
  const pixels = new Uint8ClampedArray(16 * WIDTH * HEIGHT).fill(120)
  for (let y = 0; y < HEIGHT; y++) {
    pixels.set(frame.subarray(4 * y * WIDTH, 4 * (y + 1) * WIDTH), 4 * ((HEIGHT + y) * 2 * WIDTH + WIDTH))
  }
  return pixelPicture({ width: 2 * WIDTH, height: 2 * HEIGHT }, pixels)
}

describe('what the network answers (LABEL-01)', () => {
  /** Sure of one class at one place. */
  function answer(at: number, score: number): ReturnType<typeof foundIn> {
    const scores = new Float32Array(anchors.length * cocoClasses.length)
    scores[1_000 * cocoClasses.length + at] = score
    return foundIn(new Float32Array(4 * anchors.length), scores)
  }

  it('is read by the classes that the model was made with, in their order', () => {
    const read = cocoClasses.map((_, at) => answer(at, 0.9).map(({ label }) => label))
    expect(read).toEqual(cocoClasses.map(({ name }) => [name]))
    expect(cocoClasses.map(({ name }) => name).toSorted()).toEqual([...labels].toSorted())
  })

  it('lies at the place that is sure of it', () => {
    const { middleX, middleY, width, height } = anchors[1_000] ?? expect.fail()
    expect(answer(0, 0.9)[0]?.box).toEqual({ left: middleX - width / 2, top: middleY - height / 2, width, height })
  })

  it('names people from 0.35, and animals and vehicles from 0.5 on', () => {
    expect([0.34, 0.36].map((score) => answer(0, score).length)).toEqual([0, 1])
    expect([0.49, 0.51].map((score) => answer(2, score).length)).toEqual([0, 1])
    expect([0.49, 0.51].map((score) => answer(8, score).length)).toEqual([0, 1])
  })
})

describe('the built-in model (PERSON-02)', () => {
  let detector: Detector
  /** The drawn room of the tests' camera, a frame a second: 2 s empty, then somebody walks through. */
  let frames: readonly Uint8ClampedArray[] = []
  const frameAt = (second: number) => frames[second] ?? expect.fail(`There is no second ${second}.`)
  const pictureAt = (second: number) => pixelPicture({ width: WIDTH, height: HEIGHT }, frameAt(second))
  beforeAll(async () => {
    detector = await openCocoDetector(await loadOnnxRuntime(), new Uint8Array(await readFile(modelFile)))
    const drawn = renderFrames({ quietSec: 2, walkSec: 10, seconds: 12, fps: 1 })
    frames = Array.from(drawn, (frame) => rgbaOf(frame, WIDTH, HEIGHT))
  }, LOADING_MS)
  afterAll(() => detector.close())

  it('is the file that `npm run model` makes', async () => {
    const digest = createHash('sha256').update(await readFile(modelFile))
    expect(digest.digest('hex')).toBe('cacf5738c6571427551f8d2259b47377daaa630fb9dc31be841bb17314e0ddd1')
  })

  it('says that it knows all three groups (LABEL-09)', () => {
    expect(detector.groups).toEqual(labelGroups)
  })

  it.each([5, 9])('finds somebody where they are, %i s into the film', async (second) => {
    const [found, ...others] = await detector.detect(pictureAt(second), wholeOf(pictureAt(second)))
    expect(others).toEqual([])
    expect(found?.score).toBeGreaterThan(0.5)
    const box = changedBox(frameAt(second), frameAt(0))
    expect(overlapOf(found?.box ?? expect.fail('Nobody was found.'), box)).toBeGreaterThan(0.7)
  })

  it('finds nobody in the empty room', async () => {
    expect(await detector.detect(pictureAt(0), wholeOf(pictureAt(0)))).toEqual([])
  })

  it('tells shares of the whole picture where it looks at a part', async () => {
    const small = changedBox(frameAt(5), frameAt(0))
    const box = {
      left: 0.5 + small.left / 2,
      top: 0.5 + small.top / 2,
      width: small.width / 2,
      height: small.height / 2,
    }
    const picture = inCorner(frameAt(5))
    const part = partAround(box, picture)
    expect(part).not.toEqual(wholeOf(picture))
    const [found] = await detector.detect(picture, part)
    expect(overlapOf(found?.box ?? expect.fail('Nobody was found.'), box)).toBeGreaterThan(0.7)
  })

  it('looks at a noisy picture as it is when smoothed (LABEL-20)', async () => {
    const square = { width: 300, height: 300 }
    const clean = pictureAt(5).pixels(wholeOf(pictureAt(5)), square)
    const random = seededRandom(3)
    const noisy = Uint8ClampedArray.from(clean, (value) => value + random.between(-30, 30))
    const [asNoisy, asSmoothed] = await Promise.all(
      [noisy, smoothed(noisy, square)].map((pixels) =>
        detector.detect({ ...pictureAt(5), pixels: () => pixels }, wholeOf(pictureAt(5))),
      ),
    )
    expect(asNoisy?.map(({ label }) => label)).toEqual(['person'])
    expect(asNoisy).toEqual(asSmoothed)
  })

  it('refuses to look once closed', async () => {
    const other = await openCocoDetector(await loadOnnxRuntime(), new Uint8Array(await readFile(modelFile)))
    other.close()
    await expect(other.detect(pictureAt(0), wholeOf(pictureAt(0)))).rejects.toThrow(/closed/)
  })
})
