import { describe, expect, it } from 'vitest'
import { sendLimits } from '../../../src/engine/live/send-limits'

const all = { framesPerSec: 15, shrinkBy: 1 }
const camera = { width: 1280, height: 720 }

describe('what a viewer is sent (LIVE-51)', () => {
  it('is the camera’s own picture at 15 a second at most, however large the viewer shows it', () => {
    const limits = sendLimits(camera, { width: 2560, height: 1440 }, all)
    expect(limits).toMatchObject({ scaleResolutionDownBy: 1, maxFramerate: 15 })
  })

  it('is as small as a tile that shows it', () => {
    expect(sendLimits(camera, { width: 320, height: 180 }, all).scaleResolutionDownBy).toBe(4)
  })

  it('comes ten times a second at most where it is narrower than 320, and takes the bits of that', () => {
    const tile = { width: 319, height: 179 }
    expect(sendLimits(camera, tile, all).maxFramerate).toBe(10)
    expect(sendLimits(camera, tile, { ...all, framesPerSec: 7 }).maxFramerate).toBe(7)
    expect(sendLimits(camera, { width: 320, height: 180 }, all).maxFramerate).toBe(15)
  })

  it('fits whole into what the viewer shows, also upright', () => {
    expect(sendLimits(camera, { width: 360, height: 640 }, all).scaleResolutionDownBy).toBeCloseTo(1280 / 360)
    expect(
      sendLimits({ width: 720, height: 1280 }, { width: 640, height: 360 }, all).scaleResolutionDownBy,
    ).toBeCloseTo(1280 / 360)
  })

  it('takes fewer bits for a smaller picture, within bounds', () => {
    const bits = (width: number) => sendLimits(camera, { width, height: (width * 9) / 16 }, all).maxBitrate
    expect(bits(640)).toBe(518_400)
    expect(bits(320)).toBe(150_000)
    expect(sendLimits({ width: 3840, height: 2160 }, { width: 3840, height: 2160 }, all).maxBitrate).toBe(2_500_000)
  })

  it('is never so small that nobody can be told from a chair', () => {
    const limits = sendLimits(camera, { width: 20, height: 10 }, { framesPerSec: 4, shrinkBy: 3 })
    expect(1280 / limits.scaleResolutionDownBy).toBe(160)
    expect(sendLimits({ width: 120, height: 90 }, { width: 60, height: 45 }, all).scaleResolutionDownBy).toBe(1)
  })

  it('is less while the machine has more important things to do (LIVE-54)', () => {
    const limits = sendLimits(camera, camera, { framesPerSec: 7, shrinkBy: 2 })
    expect(limits).toMatchObject({ scaleResolutionDownBy: 2, maxFramerate: 7 })
  })

  it('is as the viewer shows it where the camera does not say how large its picture is', () => {
    expect(sendLimits(null, { width: 640, height: 360 }, all).scaleResolutionDownBy).toBe(1)
  })
})
