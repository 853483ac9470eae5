import type { PictureSize } from '../../../lib/picture-size'
import type { TakeSize } from '../../recording/recorder-port'
import { type ClipFormat, trialConfig } from '../clip-format'

/** No narrower, so that somebody can still be told from a chair. */
const LEAST_WIDTH = 320

/** The size of a take whose pictures are of `size`: half of it only where the encoder of its format scales pictures well. */
export async function encodedSize(size: PictureSize, wanted: TakeSize, format: ClipFormat): Promise<PictureSize> {
  const half = { width: even(size.width / 2), height: even(size.height / 2) }
  if (wanted === 'whole' || half.width < LEAST_WIDTH) return size
  const codec = format.tried ?? (format.video === 'vp8' ? 'vp8' : null)
  return codec !== null && (await doesScale(trialConfig(codec, half), size)) ? half : size
}

/** Has an encoder make its pictures of that size, whatever size they come in. */
export function scaleTo(config: VideoEncoderConfig, { width, height }: PictureSize): void {
  config.width = width
  config.height = height
  // Else the file would say that its pixels are to be shown larger.
  delete config.displayWidth
  delete config.displayHeight
}

function even(pixels: number): number {
  return 2 * Math.round(pixels / 2)
}

/** Longest wait of a clip for the answer. */
const WAIT_LIMIT_MS = 1_000
/** Longest trial: what hangs for longer does not scale. */
const TRIAL_LIMIT_MS = 10_000

/** Answers by encoder, how it is asked for, and sizes: the graphics hardware may do what the processor does not. */
const answers = new Map<string, Promise<boolean>>()

/**
 * Whether an encoder makes a picture smaller than it came. Chromium's do, in the format that they encode, which costs a tenth of
 * a canvas; others may as well cut off what is too much, so that each is tried once with a picture of two halves.
 */
async function doesScale(config: VideoEncoderConfig, from: PictureSize): Promise<boolean> {
  const { codec, hardwareAcceleration, width, height } = config
  const key = `${codec} ${hardwareAcceleration} ${from.width}x${from.height} ${width}x${height}`
  const answer = answers.get(key) ?? tryScaling(config, from).catch(() => false)
  answers.set(key, answer)
  let limit: ReturnType<typeof setTimeout> | undefined
  // It is asked when the machine is busy: what comes later serves the next clip.
  const isLate = new Promise<boolean>((resolve) => {
    limit = setTimeout(() => resolve(false), WAIT_LIMIT_MS)
  })
  return Promise.race([answer, isLate]).finally(() => clearTimeout(limit))
}

async function tryScaling(config: VideoEncoderConfig, from: PictureSize): Promise<boolean> {
  if (typeof VideoEncoder === 'undefined' || typeof VideoDecoder === 'undefined') return false
  if ((await VideoEncoder.isConfigSupported(config)).supported !== true) return false
  const { codec, width, height } = config
  let row: Promise<number[]> = Promise.resolve([])
  const decoder = new VideoDecoder({
    output(frame) {
      row = rowOf(frame)
    },
    error: nothing,
  })
  const encoder = new VideoEncoder({
    output(chunk, meta) {
      decoder.configure(meta?.decoderConfig ?? { codec, codedWidth: width, codedHeight: height })
      decoder.decode(chunk)
    },
    error: nothing,
  })
  const end = () => {
    if (encoder.state !== 'closed') encoder.close()
    if (decoder.state !== 'closed') decoder.close()
  }
  const limit = setTimeout(end, TRIAL_LIMIT_MS)
  try {
    encoder.configure(config)
    const frame = twoHalves(from)
    encoder.encode(frame, { keyFrame: true })
    frame.close()
    await encoder.flush()
    await decoder.flush()
    const shown = await row
    const [left = 255, right = 0] = [shown[Math.floor(width / 4)], shown[Math.floor((width * 3) / 4)]]
    return shown.length === width && right - left > 100
  } finally {
    clearTimeout(limit)
    end()
  }
}

/** Black on the left, white on the right: cut off instead of scaled, it is black all over. */
function twoHalves({ width, height }: PictureSize): VideoFrame {
  const colour = Math.ceil(width / 2) * Math.ceil(height / 2)
  const pixels = new Uint8Array(width * height + 2 * colour).fill(128)
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
