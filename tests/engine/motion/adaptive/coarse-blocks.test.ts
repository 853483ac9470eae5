import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../../bench/detect/scenes/random'
import { FrameDetector } from '../../../../src/engine/motion/frame-detector'
import { kernelBuilds, loadBuild } from '../../../support/kernels/kernels'
import { adaptive, THRESHOLD } from './drawn-camera'

const [width, height, strideBytes] = [1280, 720, 1312]

/** A noisy plane with somebody of 60 x 180 pixels in it, or nobody. */
function drawFrame(luma: Uint8Array, seed: number, left: number | null): void {
  const random = seededRandom(seed)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isPerson = left !== null && x >= left && x < left + 60 && y >= 300 && y < 480
      luma[y * strideBytes + x] = (isPerson ? 160 : 90 + ((x >> 5) % 3) * 12) + random.integer(-2, 2)
    }
  }
}

describe('a camera whose picture is divided coarsely', () => {
  it.each(kernelBuilds)('is measured in blocks of 32 pixels, and finds who walks through (%s)', async (build) => {
    const detector = FrameDetector.create(await loadBuild(build), 0, {
      ...adaptive,
      analysisWidth: 160,
      wantsHeat: true,
    })
    if (detector === null) throw new Error('no room')
    const measured = Array.from({ length: 24 }, (_, check) => {
      drawFrame(detector.frameArea(), check, check < 14 ? null : 100 + 60 * (check - 14))
      const result = detector.check({ kind: 'luma', width, height, strideBytes })
      return result.kind === 'measured' ? result.measurement : null
    })
    expect(measured[12]).toMatchObject({ difference: 0, heat: { columns: 40, rows: 22 } })
    expect(measured[12]?.brightness).toBeGreaterThan(98)
    expect(measured[12]?.brightness).toBeLessThan(105)
    expect(measured.slice(17).every((found) => (found?.difference ?? 0) > THRESHOLD)).toBe(true)
  })
})
