import { describe, expect, it } from 'vitest'
import { areaAround, wholePicture } from '../../../../src/engine/person/hog/search-area'

const picture = { width: 640, height: 360, pixels: new Uint8ClampedArray(0) }
const window = { windowWidth: 64, windowHeight: 128 }
const pixelsOf = (area: { scaledWidth: number; scaledHeight: number }) => area.scaledWidth * area.scaledHeight

describe('the area that is searched for somebody (PERSON-02)', () => {
  it('has room around what changed', () => {
    const area = areaAround({ left: 0.4, top: 0.3, width: 0.1, height: 0.5 }, picture, window)
    expect(area.left).toBeLessThan(0.4 * 640 - 40)
    expect(area.top).toBeLessThan(0.3 * 360 - 40)
    expect(area.left + area.width).toBeGreaterThan(0.5 * 640 + 40)
    expect(area.top + area.height).toBeGreaterThan(0.8 * 360 + 40)
  })

  it('makes somebody of 60 pixels taller than 100', () => {
    const area = areaAround({ left: 0.5, top: 0.5, width: 20 / 640, height: 60 / 360 }, picture, window)
    expect((60 * area.scaledHeight) / area.height).toBeGreaterThan(100)
  })

  it('makes nothing larger than three times: there is nothing more to see', () => {
    const area = areaAround({ left: 0.5, top: 0.5, width: 4 / 640, height: 8 / 360 }, picture, window)
    expect(area.scaledHeight / area.height).toBeLessThan(3.1)
  })

  it('holds a window at least, also beyond the edge of the picture', () => {
    const area = areaAround({ left: 0.99, top: 0.99, width: 0.01, height: 0.01 }, picture, window)
    expect(area.scaledWidth).toBeGreaterThanOrEqual(64)
    expect(area.scaledHeight).toBeGreaterThanOrEqual(128)
    expect(area.left + area.width).toBeGreaterThan(640)
  })

  it('is never more pixels than there is time for', () => {
    expect(pixelsOf(areaAround({ left: 0, top: 0, width: 1, height: 1 }, picture, window))).toBeLessThan(80_000)
    expect(pixelsOf(wholePicture(picture, true, window))).toBeLessThan(115_000)
    expect(pixelsOf(wholePicture({ ...picture, width: 1280, height: 720 }, false, window))).toBeLessThan(175_000)
  })
})
