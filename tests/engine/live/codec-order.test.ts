import { describe, expect, it } from 'vitest'
import { codecOrder, isH264Cheap } from '../../../src/engine/live/codec-order'

const codecs = ['video/VP8', 'video/rtx', 'video/VP9', 'video/H264', 'video/AV1', 'video/red'].map((mimeType) => ({
  mimeType,
}))
const names = (isCheap: boolean, of = codecs) => codecOrder(of, isCheap).map(({ mimeType }) => mimeType)

/** A browser that answers so. */
const browser = (supported: boolean, powerEfficient: boolean) =>
  ({
    encodingInfo: async () => ({ supported, powerEfficient, smooth: true, configuration: {} }),
  }) as unknown as MediaCapabilities

describe('the order of codecs (LIVE-52)', () => {
  it('begins with H.264 where hardware encodes it, and with VP8 where a core would have to', () => {
    expect(names(true)).toEqual(['video/H264', 'video/VP8', 'video/rtx', 'video/red'])
    expect(names(false)).toEqual(['video/VP8', 'video/H264', 'video/rtx', 'video/red'])
  })

  it('is the browser’s own where it has neither', () => {
    expect(names(true, [{ mimeType: 'video/VP9' }, { mimeType: 'video/AV1' }])).toEqual(['video/VP9', 'video/AV1'])
  })

  it('asks the browser what hardware does, and takes silence for none', async () => {
    expect(await isH264Cheap(browser(true, true))).toBe(true)
    expect(await isH264Cheap(browser(true, false))).toBe(false)
    expect(await isH264Cheap(browser(false, true))).toBe(false)
    expect(await isH264Cheap(undefined)).toBe(false)
    const refusing = { encodingInfo: () => Promise.reject(new TypeError('webrtc?')) } as unknown as MediaCapabilities
    expect(await isH264Cheap(refusing)).toBe(false)
  })
})
