import type { TakeSize } from '../../recording/recorder-port'

interface Size {
  readonly width: number
  readonly height: number
}

/** No narrower, so that somebody can still be told from a chair. */
const LEAST_WIDTH = 320

/** The size of a take whose pictures are of `size`: half of it only where this browser's encoders scale pictures well. */
export async function encodedSize(size: Size, wanted: TakeSize): Promise<Size> {
  const half = { width: even(size.width / 2), height: even(size.height / 2) }
  if (wanted === 'whole' || half.width < LEAST_WIDTH) return size
  return (await doEncodersScale()) ? half : size
}

/** Has an encoder make its pictures of that size, whatever size they come in. */
export function scaleTo(config: VideoEncoderConfig, { width, height }: Size): void {
  config.width = width
  config.height = height
  // Else the file would say that its pixels are to be shown larger.
  delete config.displayWidth
  delete config.displayHeight
}

function even(pixels: number): number {
  return 2 * Math.round(pixels / 2)
}

const TRIAL_LIMIT_MS = 1_000
const TRIED = { width: 64, height: 64 }
const SCALED = { width: 32, height: 32 }

let answer: Promise<boolean> | null = null

/**
 * Whether an encoder makes a picture smaller than it came. Chromium's do, in the format that they encode, which costs a tenth of
 * a canvas; browsers may as well cut off what is too much, so that it is tried once with a picture of two halves.
 */
function doEncodersScale(): Promise<boolean> {
  answer ??= tryScaling().catch(() => false)
  return answer
}

async function tryScaling(): Promise<boolean> {
  if (typeof VideoEncoder === 'undefined' || typeof VideoDecoder === 'undefined') return false
  const config: VideoEncoderConfig = { codec: 'vp8', ...SCALED, bitrate: 200_000 }
  if ((await VideoEncoder.isConfigSupported(config)).supported !== true) return false
  let row: Promise<number[]> = Promise.resolve([])
  const decoder = new VideoDecoder({
    output(frame) {
      row = rowOf(frame)
    },
    error: nothing,
  })
  const encoder = new VideoEncoder({
    output(chunk, meta) {
      decoder.configure(meta?.decoderConfig ?? { codec: 'vp8', ...SCALED })
      decoder.decode(chunk)
    },
    error: nothing,
  })
  const work = async () => {
    encoder.configure(config)
    const frame = twoHalves()
    encoder.encode(frame, { keyFrame: true })
    frame.close()
    await encoder.flush()
    await decoder.flush()
    const shown = await row
    const [left = 255, right = 0] = [shown[SCALED.width / 4], shown[(SCALED.width * 3) / 4]]
    return shown.length === SCALED.width && right - left > 100
  }
  try {
    const limit = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), TRIAL_LIMIT_MS))
    return await Promise.race([work(), limit])
  } finally {
    if (encoder.state !== 'closed') encoder.close()
    if (decoder.state !== 'closed') decoder.close()
  }
}

/** Black on the left, white on the right: cut off instead of scaled, it is black all over. */
function twoHalves(): VideoFrame {
  const { width, height } = TRIED
  const pixels = new Uint8Array((width * height * 3) / 2).fill(128)
  for (let at = 0; at < width * height; at++) pixels[at] = at % width < width / 2 ? 16 : 235
  return new VideoFrame(pixels, { format: 'I420', codedWidth: width, codedHeight: height, timestamp: 0 })
}

/** Luma of its middle row. */
async function rowOf(frame: VideoFrame): Promise<number[]> {
  try {
    const pixels = new Uint8Array(frame.allocationSize())
    const [luma] = await frame.copyTo(pixels)
    if (luma === undefined) return []
    const from = luma.offset + luma.stride * Math.floor(frame.displayHeight / 2)
    return [...pixels.subarray(from, from + frame.displayWidth)]
  } finally {
    frame.close()
  }
}

function nothing(): void {
  // What fails here gives no row.
}
