import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { encodedSize, scaleTo } from '../../../../src/engine/workers/codecs/encoded-size'
import { stubEncoders } from '../../../support/engine/fake-encoders'

beforeEach(() => stubEncoders())
afterEach(() => void vi.unstubAllGlobals())

it('a clip keeps its size where no encoder was seen to scale a picture, and where half of it is too small (LESS-03)', async () => {
  const size = { width: 1280, height: 720 }
  expect(await encodedSize(size, 'whole')).toBe(size)
  expect(await encodedSize(size, 'half')).toBe(size)
  const small = { width: 480, height: 270 }
  expect(await encodedSize(small, 'half')).toBe(small)
})

it('an encoder that scales is told the size it makes, and the file no other (LESS-03)', () => {
  const config: VideoEncoderConfig = { codec: 'vp8', width: 1280, height: 720, displayWidth: 1280, displayHeight: 720 }
  scaleTo(config, { width: 640, height: 360 })
  expect(config).toEqual({ codec: 'vp8', width: 640, height: 360 })
})
