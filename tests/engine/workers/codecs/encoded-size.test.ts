import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ClipFormat } from '../../../../src/engine/workers/clip-format'
import { encodedSize, scaleTo } from '../../../../src/engine/workers/codecs/encoded-size'
import { decoderOfHalves } from '../../../support/engine/decoder-of-halves'
import { FakeVideoEncoder, stubEncoders } from '../../../support/engine/fake-encoders'

beforeEach(() => stubEncoders())
afterEach(() => void vi.unstubAllGlobals())

const webm: ClipFormat = { container: 'webm', mediaType: 'video/webm', video: 'vp8', audio: null }
const mp4: ClipFormat = { container: 'mp4', mediaType: 'video/mp4', video: 'avc', audio: null, tried: 'h264-software' }
const hd = { width: 1280, height: 720 }
const half = { width: 640, height: 360 }

describe('half the size (LESS-03)', () => {
  it('is not made where no encoder was seen to scale a picture, nor where half of it is too small', async () => {
    expect(await encodedSize(hd, 'whole', mp4)).toBe(hd)
    expect(await encodedSize(hd, 'half', mp4)).toBe(hd)
    const small = { width: 480, height: 270 }
    expect(await encodedSize(small, 'half', mp4)).toBe(small)
  })

  it('is made by the encoder that scales, whatever others do: each is tried once, as it is asked for in a clip', async () => {
    const size = { width: 960, height: 540 }
    const isScaled = (codec: string) => codec.startsWith('avc1')
    vi.stubGlobal('VideoDecoder', decoderOfHalves(isScaled))
    const [ofMp4, ofWebm] = [await encodedSize(size, 'half', mp4), await encodedSize(size, 'half', webm)]
    expect([ofMp4, ofWebm]).toEqual([{ width: 480, height: 270 }, size])
    await encodedSize(size, 'half', mp4)
    expect(FakeVideoEncoder.configured).toEqual(['avc1.64001e prefer-software', 'vp8 no-preference'])
    // Another size, and the graphics hardware, are other encoders.
    expect(await encodedSize({ ...size, width: 1024 }, 'half', mp4)).toMatchObject({ width: 512 })
    FakeVideoEncoder.hasHardware = true
    await encodedSize(size, 'half', { ...mp4, tried: 'h264-hardware' })
    expect(FakeVideoEncoder.configured.slice(2)).toEqual(['avc1.64001e prefer-software', 'avc1.64001e prefer-hardware'])
  })

  it('is told to the encoder, and to the file no other', () => {
    const config: VideoEncoderConfig = { codec: 'vp8', ...hd, displayWidth: 1280, displayHeight: 720 }
    scaleTo(config, half)
    expect(config).toEqual({ codec: 'vp8', ...half })
  })
})
