import { describe, expect, it } from 'vitest'
import { pixelPicture } from '../../../../bench/detect/person/pixel-picture'
import { letterbox, outOfLetterbox, placingOf } from '../../../../src/engine/naming/onnx/letterbox'

const GREY = 114 / 255

/** RGBA from levels of grey. */
function pictureOf(width: number, height: number, levelAt: (x: number, y: number) => number) {
  const pixels = new Uint8ClampedArray(4 * width * height)
  for (let i = 0; i < width * height; i++) {
    const level = levelAt(i % width, Math.floor(i / width))
    pixels.set([level, level, level, 255], 4 * i)
  }
  return pixelPicture({ width, height }, pixels)
}

const whole = ({ width, height }: { width: number; height: number }) => ({ left: 0, top: 0, width, height })

describe('the square that a model sees (PERSON-03)', () => {
  it('holds a wide picture in its middle, with grey above and below', () => {
    const picture = pictureOf(8, 4, () => 255)
    const placing = placingOf(whole(picture), 8)
    expect(placing).toMatchObject({ left: 0, top: 2, width: 8, height: 4 })
    const input = new Float32Array(3 * 64)
    letterbox(picture, placing, 8, input)
    expect(input[0]).toBeCloseTo(GREY)
    expect(input[2 * 8]).toBe(1)
    expect(input[5 * 8 + 7]).toBe(1)
    expect(input[6 * 8]).toBeCloseTo(GREY)
  })

  it('has planes of red, green and blue, 0 to 1', () => {
    const picture = pixelPicture({ width: 1, height: 1 }, new Uint8Array([255, 51, 0, 255]))
    const input = new Float32Array(3)
    letterbox(picture, placingOf(whole(picture), 1), 1, input)
    expect([...input]).toEqual([1, expect.closeTo(0.2), 0])
  })

  it('is scaled bilinearly, middle on middle', () => {
    const picture = pictureOf(2, 2, (x) => 255 * x)
    const input = new Float32Array(3 * 16)
    letterbox(picture, placingOf(whole(picture), 4), 4, input)
    expect([...input.subarray(0, 4)]).toEqual([0, expect.closeTo(0.25), expect.closeTo(0.75), 1])
  })

  it('shows the part that it is asked for alone', () => {
    const picture = pictureOf(8, 8, (x, y) => (x >= 4 && y >= 4 ? 255 : 0))
    const placing = placingOf({ left: 4, top: 4, width: 4, height: 4 }, 8)
    const input = new Float32Array(3 * 64)
    letterbox(picture, placing, 8, input)
    expect(input.every((value) => value === 1)).toBe(true)
  })

  it.each([
    { width: 640, height: 360 },
    { width: 360, height: 640 },
    { width: 333, height: 77 },
  ])('gives boxes back in shares of the picture: $width x $height', (picture) => {
    const part = { left: 20, top: 10, width: picture.width - 40, height: picture.height - 20 }
    const placing = placingOf(part, 320)
    const box = { left: placing.left, top: placing.top, width: placing.width, height: placing.height }
    const { left, top, width, height } = outOfLetterbox(box, placing, picture)
    expect(left * picture.width).toBeCloseTo(20)
    expect(top * picture.height).toBeCloseTo(10)
    expect(width * picture.width).toBeCloseTo(part.width)
    expect(height * picture.height).toBeCloseTo(part.height)
  })
})
