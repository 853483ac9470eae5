import type { PictureSize } from '../../../lib/picture-size'
import type { ClipCodec, PassedOverReason } from '../../recording/clip-codec'
import { trialConfig } from '../clip-format'
import type { KeptFrame } from '../frame-ring'

/** How many runs, of how many frames, are timed after the first, which also starts the encoder: the quickest tells the cost. */
const TIMED_RUNS = 3
const FRAMES_OF_A_RUN = 4

/** Longest trial of one codec; a whole one of pictures of 720p takes a tenth of a second. */
const TRIAL_LIMIT_MS = 2_000

/** The time from one frame of a camera to the next, in microseconds. */
const FRAME_US = 66_667

/** Pixels a picture moves to the side from one frame to the next, so that the encoder has something to do. */
const STEP_BYTES = 2

/** Most difference to the picture that went in, of 255: an encoder that works is closer by far, a green picture is not. */
const MOST_DIFFERENCE = 24

/** Pixels from one that is compared to the next. */
const COMPARED_STEP = 61

export type TrialOutcome =
  | { readonly kind: 'works'; readonly frameMs: number }
  | { readonly kind: 'passed-over'; readonly why: PassedOverReason }

/**
 * Encodes a few frames of a camera's picture as a clip would, and looks at what comes: that an encoder says it can is not
 * enough. Never rejects.
 */
export async function tryCodec(codec: ClipCodec, picture: KeptFrame): Promise<TrialOutcome> {
  const config = trialConfig(codec, sizeOf(picture))
  if (!(await isOffered(config))) return passedOver('not-there')
  const chunks: EncodedVideoChunk[] = []
  let decoderConfig: VideoDecoderConfig | null = null
  let giveUp: (why: PassedOverReason) => void = () => undefined
  const givenUp = new Promise<TrialOutcome>((resolve) => {
    giveUp = (why) => resolve(passedOver(why))
  })
  const limit = setTimeout(() => giveUp('too-slow'), TRIAL_LIMIT_MS)
  const encoder = new VideoEncoder({
    output(chunk, meta) {
      chunks.push(chunk)
      decoderConfig ??= meta?.decoderConfig ?? null
    },
    error: () => giveUp('broke-off'),
  })
  const work = async (): Promise<TrialOutcome> => {
    encoder.configure(config)
    encodeFrame(encoder, picture, 0)
    await encoder.flush()
    let frameMs = Number.POSITIVE_INFINITY
    for (let run = 0; run < TIMED_RUNS; run++) {
      const beganMs = performance.now()
      for (let i = 1; i <= FRAMES_OF_A_RUN; i++) encodeFrame(encoder, picture, run * FRAMES_OF_A_RUN + i)
      await encoder.flush()
      frameMs = Math.min(frameMs, (performance.now() - beganMs) / FRAMES_OF_A_RUN)
    }
    const [first] = chunks
    // An encoder in real time may leave frames out.
    if (first?.type !== 'key' || chunks.length <= (TIMED_RUNS * FRAMES_OF_A_RUN) / 2) return passedOver('wrong-picture')
    const wrong = decoderConfig === null ? 'wrong-picture' : await whatIsWrong(first, decoderConfig, picture)
    return wrong === null ? { kind: 'works', frameMs } : passedOver(wrong)
  }
  try {
    return await Promise.race([work(), givenUp])
  } catch {
    return passedOver('broke-off')
  } finally {
    clearTimeout(limit)
    if (encoder.state !== 'closed') encoder.close()
  }
}

async function isOffered(config: VideoEncoderConfig): Promise<boolean> {
  if (typeof VideoEncoder === 'undefined') return false
  try {
    return (await VideoEncoder.isConfigSupported(config)).supported === true
  } catch {
    // A browser that does not know the question does not have the codec.
    return false
  }
}

function encodeFrame(encoder: VideoEncoder, picture: KeptFrame, index: number): void {
  const data = index === 0 ? picture.data : movedAside(picture.data, index * STEP_BYTES)
  const frame = new VideoFrame(data, { ...picture.init, timestamp: index * FRAME_US })
  try {
    encoder.encode(frame, { keyFrame: index === 0 })
  } finally {
    frame.close()
  }
}

function movedAside(data: ArrayBuffer, bytes: number): ArrayBuffer {
  const moved = new Uint8Array(data.slice(0))
  moved.copyWithin(0, bytes)
  return moved.buffer
}

/** Whether this browser shows the picture that went in; where it cannot be asked, it is believed. */
async function whatIsWrong(
  chunk: EncodedVideoChunk,
  config: VideoDecoderConfig,
  picture: KeptFrame,
): Promise<PassedOverReason | null> {
  if (typeof VideoDecoder === 'undefined') return null
  if ((await VideoDecoder.isConfigSupported(config)).supported !== true) return 'not-played'
  let shown: VideoFrame | null = null
  const decoder = new VideoDecoder({
    output(frame) {
      shown?.close()
      shown = frame
    },
    // The flush below rejects.
    error: () => undefined,
  })
  try {
    decoder.configure(config)
    decoder.decode(chunk)
    await decoder.flush()
    return shown !== null && (await isAlike(shown, picture)) ? null : 'wrong-picture'
  } catch {
    return 'not-played'
  } finally {
    // Only a callback sets it, which types do not see.
    const open = shown as VideoFrame | null
    open?.close()
    if (decoder.state !== 'closed') decoder.close()
  }
}

async function isAlike(shown: VideoFrame, picture: KeptFrame): Promise<boolean> {
  const size = sizeOf(picture)
  if (shown.displayWidth !== size.width || shown.displayHeight !== size.height) return false
  const source = new VideoFrame(picture.data, { ...picture.init, timestamp: 0 })
  try {
    const [was, is] = await Promise.all([pixelsOf(source), pixelsOf(shown)])
    return was === null || is === null || differenceOf(was, is) <= MOST_DIFFERENCE
  } finally {
    source.close()
  }
}

/** null where the browser does not give them in colour. */
async function pixelsOf(frame: VideoFrame): Promise<Uint8Array | null> {
  try {
    const sizeBytes = frame.allocationSize({ format: 'RGBA' })
    // Browsers that do not know the wish give the frame's own planes, which are smaller.
    if (sizeBytes !== 4 * frame.displayWidth * frame.displayHeight) return null
    const pixels = new Uint8Array(sizeBytes)
    await frame.copyTo(pixels, { format: 'RGBA' })
    return pixels
  } catch {
    return null
  }
}

/** The mean difference of a colour of a pixel. */
function differenceOf(one: Uint8Array, other: Uint8Array): number {
  let sum = 0
  let count = 0
  for (let at = 0; at < Math.min(one.length, other.length) - 3; at += 4 * COMPARED_STEP) {
    for (let colour = 0; colour < 3; colour++) sum += Math.abs((one[at + colour] ?? 0) - (other[at + colour] ?? 0))
    count += 3
  }
  return count === 0 ? 0 : sum / count
}

function sizeOf({ init }: KeptFrame): PictureSize {
  return { width: init.displayWidth ?? init.codedWidth, height: init.displayHeight ?? init.codedHeight }
}

function passedOver(why: PassedOverReason): TrialOutcome {
  return { kind: 'passed-over', why }
}
