import { describe, expect, it } from 'vitest'
import { heatPixels } from '../../../src/ui/cameras/heat-colors'

const pixel = (level: number) => [...heatPixels(new Uint8Array([level]))]
const opacity = (level: number) => pixel(level)[3] ?? 0

describe('the colours of the heat map', () => {
  it('leave the picture alone where nothing changed', () => {
    expect([0, 3, 4].map(opacity)).toEqual([0, 0, 0])
  })

  it('grow more opaque with the change, from yellow over orange to magenta', () => {
    const levels = [6, 12, 26, 40, 80, 120]
    expect(levels.map(opacity)).toEqual([...levels.map(opacity)].sort((a, b) => a - b))
    expect(new Set(levels.map(opacity)).size).toBe(levels.length)
    expect([pixel(12), pixel(40), pixel(120)]).toEqual([
      [255, 226, 80, 130],
      [255, 136, 30, 190],
      [232, 18, 92, 225],
    ])
  })

  it('stay at their end for more than that', () => {
    expect([pixel(200), pixel(255)]).toEqual([pixel(120), pixel(120)])
  })

  it('are one pixel per block, in order', () => {
    const pixels = heatPixels(new Uint8Array([0, 120, 0, 12]))
    expect(pixels.length).toBe(16)
    expect([pixels[3], pixels[7], pixels[11], pixels[15]]).toEqual([0, 225, 0, 130])
  })
})
