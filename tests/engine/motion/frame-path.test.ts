import { afterEach, describe, expect, it, vi } from 'vitest'
import { browserAbilities } from '../../../src/engine/motion/browser-abilities'
import { canvasPathOf, chooseFramePath } from '../../../src/engine/motion/frame-path'

describe('the frame path (ENG-03)', () => {
  it('takes VideoFrames as they are presented where the browser has all the pieces', () => {
    expect(chooseFramePath({ hasVideoFrame: true, hasVideoFrameCallback: true })).toEqual({
      frames: 'video-frame',
      pacing: 'video-callback',
      why: 'This browser has all the pieces.',
    })
  })

  it('reads a canvas where VideoFrame is missing, and says so', () => {
    const path = chooseFramePath({ hasVideoFrame: false, hasVideoFrameCallback: true })
    expect(path).toMatchObject({ frames: 'canvas', pacing: 'video-callback' })
    expect(path.why).toMatch(/lacks VideoFrame,/)
    expect(path.why).not.toContain('requestVideoFrameCallback')
  })

  it('takes frames by the clock where requestVideoFrameCallback is missing, and says so', () => {
    const path = chooseFramePath({ hasVideoFrame: true, hasVideoFrameCallback: false })
    expect(path).toMatchObject({ frames: 'video-frame', pacing: 'clock' })
    expect(path.why).toMatch(/lacks requestVideoFrameCallback,/)
  })

  it('names both pieces where both are missing', () => {
    const path = chooseFramePath({ hasVideoFrame: false, hasVideoFrameCallback: false })
    expect(path).toMatchObject({ frames: 'canvas', pacing: 'clock' })
    expect(path.why).toMatch(/VideoFrame,.* and requestVideoFrameCallback,/)
  })
})

describe('the path of a camera that falls back to the canvas', () => {
  it('keeps its pace and says why', () => {
    const before = chooseFramePath({ hasVideoFrame: true, hasVideoFrameCallback: true })
    const path = canvasPathOf(before)
    expect(path).toMatchObject({ frames: 'canvas', pacing: 'video-callback' })
    expect(path.why).toContain('canvas')
    expect(path.why).not.toBe(before.why)
  })
})

describe('the abilities of a browser', () => {
  afterEach(() => void vi.unstubAllGlobals())

  it('are both found where both are there', () => {
    vi.stubGlobal('VideoFrame', class {})
    vi.stubGlobal(
      'HTMLVideoElement',
      class {
        requestVideoFrameCallback(): void {}
      },
    )
    expect(browserAbilities()).toEqual({ hasVideoFrame: true, hasVideoFrameCallback: true })
  })

  it('are both missed where neither is there', () => {
    vi.stubGlobal('HTMLVideoElement', class {})
    expect(browserAbilities()).toEqual({ hasVideoFrame: false, hasVideoFrameCallback: false })
  })
})
