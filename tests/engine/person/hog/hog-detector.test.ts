import { beforeAll, describe, expect, it } from 'vitest'
import { overlapOf } from '../../../../src/engine/person/box-overlap'
import { hogDetector } from '../../../../src/engine/person/hog/hog-detector'
import type { OpenCv } from '../../../../src/engine/person/hog/opencv'
import { boxOf, drawnPicture } from '../support/drawn-pictures'
import { countHeap, loadOpenCvForTests } from '../support/opencv'

const LOADING_MS = 60_000
const near = { x: 150, feetY: 170, heightPx: 120 }
const far = { x: 90, feetY: 150, heightPx: 30 }

describe('the built-in person detector (PERSON-02)', () => {
  let cv: OpenCv
  beforeAll(async () => {
    cv = await loadOpenCvForTests()
  }, LOADING_MS)

  it('finds somebody where something changed, in shares of the picture', async () => {
    const detector = hogDetector(cv)
    const [best] = await detector.detect(drawnPicture(1, [near]), boxOf(near))
    expect(best?.score).toBeGreaterThan(0.5)
    expect(best && overlapOf(best.box, boxOf(near))).toBeGreaterThan(0.4)
    detector.close()
  })

  it('finds somebody of 60 pixels by enlarging what changed', async () => {
    const detector = hogDetector(cv)
    const [best] = await detector.detect(drawnPicture(1, [far]), boxOf(far))
    expect(best && overlapOf(best.box, boxOf(far))).toBeGreaterThan(0.4)
    detector.close()
  })

  it('finds somebody without being told where', async () => {
    const detector = hogDetector(cv)
    const [best] = await detector.detect(drawnPicture(1, [near]), null)
    expect(best && overlapOf(best.box, boxOf(near))).toBeGreaterThan(0.4)
    detector.close()
  })

  it('finds the whole of somebody of whom little moved', async () => {
    const detector = hogDetector(cv)
    const { left, top, width, height } = boxOf(near)
    const trunk = { left, top: top + 0.1 * height, width, height: 0.45 * height }
    const [best] = await detector.detect(drawnPicture(1, [near]), trunk)
    expect(best && overlapOf(best.box, boxOf(near))).toBeGreaterThan(0.4)
    detector.close()
  })

  it('does not name somebody who stands where nothing changed', async () => {
    const detector = hogDetector(cv)
    const elsewhere = { left: 0.8, top: 0.55, width: 0.15, height: 0.3 }
    expect(await detector.detect(drawnPicture(1, [near]), elsewhere)).toEqual([])
    detector.close()
  })

  it('finds nobody in empty places', async () => {
    const detector = hogDetector(cv)
    for (const seed of [1, 2, 3, 4]) {
      expect(await detector.detect(drawnPicture(seed, []), boxOf(near))).toEqual([])
    }
    detector.close()
  })

  it('looks at a picture that is smaller than the window of the models', async () => {
    const detector = hogDetector(cv)
    const picture = { width: 20, height: 12, pixels: new Uint8ClampedArray(4 * 20 * 12) }
    expect(await detector.detect(picture, null)).toEqual([])
    expect(await detector.detect(picture, { left: 0.9, top: 0.9, width: 0.1, height: 0.1 })).toEqual([])
    detector.close()
  })

  it('leaves nothing on the heap of OpenCV', async () => {
    const counted = countHeap(cv)
    const detector = hogDetector(counted.cv)
    const models = counted.alive()
    await detector.detect(drawnPicture(1, [near]), boxOf(near))
    await detector.detect(drawnPicture(1, []), boxOf(near))
    expect(models).toBe(2)
    expect(counted.alive()).toBe(models)
    detector.close()
    detector.close()
    expect(counted.alive()).toBe(0)
  })

  it('leaves nothing there either when OpenCV throws, and says so in a sentence', async () => {
    let isFailing = false
    const counted = countHeap(cv, () => isFailing)
    const detector = hogDetector(counted.cv)
    isFailing = true
    await expect(detector.detect(drawnPicture(1, [near]), boxOf(near))).rejects.toThrow(/OpenCV could not search/)
    detector.close()
    expect(counted.alive()).toBe(0)
  })

  it('refuses to look once closed', async () => {
    const detector = hogDetector(cv)
    detector.close()
    await expect(detector.detect(drawnPicture(1, [near]), null)).rejects.toThrow(/closed/)
  })
})
