import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FrameCanvas } from '../../../src/engine/workers/frame-canvas'
import { deferred } from '../../support/deferred'

/** What canvases were given, in order. */
const log: string[] = []

class LoggingCanvas {
  width: number
  height: number
  constructor(width: number, height: number) {
    this.width = width
    this.height = height
  }

  getContext() {
    return {
      createImageData: (width: number, height: number) => {
        log.push(`room ${width}x${height}`)
        return { width, height, data: new Uint8ClampedArray(4 * width * height) }
      },
      putImageData: ({ data }: { data: Uint8ClampedArray }) => log.push(`put ${data[0]}`),
      drawImage: (source: unknown, _x: number, _y: number, width: number, height: number) =>
        log.push(`${source instanceof LoggingCanvas ? 'scaled to' : 'frame drawn at'} ${width}x${height}`),
    }
  }
}

interface Frame {
  readonly format: string | null
  readonly rotation?: number
  /** The browser copies the frame's own planes, whatever is wished. */
  readonly isDeaf: boolean
  readonly isUnreadable: boolean
  readonly gate: Promise<void>
  /** Of its pixels. */
  readonly level: number
}

const usual: Frame = { format: 'I420', isDeaf: false, isUnreadable: false, gate: Promise.resolve(), level: 7 }

/** A frame of 8 x 4 pixels that is shown as wide as 16, as of a camera whose pixels are no squares. */
function frameOf(wanted: Partial<Frame> = {}) {
  const { format, isDeaf, isUnreadable, gate, level, ...rest } = { ...usual, ...wanted }
  const frame = {
    ...rest,
    format,
    displayWidth: 16,
    displayHeight: 4,
    visibleRect: { width: 8, height: 4 },
    isClosed: false,
    allocationSize: (wish?: VideoFrameCopyToOptions) => (wish?.format === 'RGBA' && !isDeaf ? 128 : 48),
    async copyTo(bytes: Uint8ClampedArray) {
      if (isUnreadable) throw new DOMException('No.', 'NotSupportedError')
      await gate
      bytes.fill(level)
    },
    close: () => {
      frame.isClosed = true
    },
  }
  return { frame, asVideoFrame: frame as unknown as VideoFrame }
}

const asItIs = (own: { width: number; height: number }) => own
const half = () => ({ width: 8, height: 2 })

beforeEach(() => {
  log.length = 0
  vi.stubGlobal('OffscreenCanvas', LoggingCanvas)
})
afterEach(() => vi.unstubAllGlobals())

describe('a frame on a canvas', () => {
  it('comes by its pixels, and is closed', async () => {
    const { frame, asVideoFrame } = frameOf()
    const shown = await new FrameCanvas().show(asVideoFrame, () => ({ width: 8, height: 4 }))
    expect(log).toEqual(['room 8x4', 'put 7'])
    expect([shown.size, frame.isClosed]).toEqual([{ width: 8, height: 4 }, true])
  })

  it('is scaled from there, also to the shape in which it is shown', async () => {
    const canvas = new FrameCanvas()
    expect((await canvas.show(frameOf().asVideoFrame, half)).size).toEqual({ width: 8, height: 2 })
    expect((await canvas.show(frameOf().asVideoFrame, asItIs)).size).toEqual({ width: 16, height: 4 })
    expect(log).toEqual(['room 8x4', 'put 7', 'scaled to 8x2', 'put 7', 'scaled to 16x4'])
  })

  it.each<readonly [string, Partial<Frame>]>([
    ['that only the GPU knows', { format: null }],
    ['that lies turned', { rotation: 90 }],
    ['of a browser that copies planes whatever is wished', { isDeaf: true }],
    ['that cannot be read', { isUnreadable: true }],
  ])('%s is drawn by itself, and closed', async (_what, wanted) => {
    const { frame, asVideoFrame } = frameOf(wanted)
    const shown = await new FrameCanvas().show(asVideoFrame, half)
    expect(log.filter((line) => !line.startsWith('room'))).toEqual(['frame drawn at 8x2'])
    expect([shown.size, frame.isClosed]).toEqual([{ width: 8, height: 2 }, true])
  })

  it('is closed also where there is no canvas', async () => {
    vi.stubGlobal('OffscreenCanvas', undefined)
    const { frame, asVideoFrame } = frameOf()
    await expect(new FrameCanvas().show(asVideoFrame, half)).rejects.toThrow()
    expect(frame.isClosed).toBe(true)
  })

  it('keeps its pixels to itself while another one is copied', async () => {
    const [first, second] = [deferred<void>(), deferred<void>()]
    const canvas = new FrameCanvas()
    const showing = [
      canvas.show(frameOf({ gate: first.promise, level: 1 }).asVideoFrame, half),
      canvas.show(frameOf({ gate: second.promise, level: 2 }).asVideoFrame, half),
    ]
    second.resolve()
    await showing[1]
    first.resolve()
    await Promise.all(showing)
    expect(log.filter((line) => line.startsWith('put'))).toEqual(['put 2', 'put 1'])
  })
})
