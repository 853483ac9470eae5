import {
  type AudioCodec,
  BufferTarget,
  Conversion,
  type ConversionAudioOptions,
  type ConversionVideoOptions,
  canEncodeAudio,
  canEncodeVideo,
  type Input,
  Mp4OutputFormat,
  Output,
  Quality,
} from 'mediabunny'
import { encodedBitRate } from './bit-rate'
import { inputOf } from './film-input'
import {
  MP4_TYPE,
  type TranscodeFailure,
  type TranscodeOptions,
  type TranscodeResult,
  type Transcoder,
} from './transcoder'

const AUDIO_BIT_RATE = 64_000

/**
 * The quick way: the browser's own decoder and encoder, several times faster than ffmpeg and in other threads than the
 * page's. Only where the browser can encode H.264, or has nothing to encode.
 */
export const codecTranscoder: Transcoder = {
  async toMp4(clip, options) {
    const startedAtMs = performance.now()
    const input = inputOf(clip)
    try {
      return await convert(input, clip, options, startedAtMs)
    } catch {
      return failed(options.signal.aborted ? 'cancelled' : 'broke-off')
    } finally {
      input.dispose()
    }
  },
}

async function convert(
  input: Input,
  clip: Blob,
  { signal, onProgress }: TranscodeOptions,
  startedAtMs: number,
): Promise<TranscodeResult> {
  const video = await input.getPrimaryVideoTrack().catch(() => null)
  if (video === null) return failed('not-readable')
  const isEncoded = (await video.getCodec()) === 'vp8'
  if (isEncoded && !(typeof VideoEncoder === 'function' && (await canEncodeVideo('avc'))))
    return failed('codec-missing')
  const bitRate = encodedBitRate(clip.size, await input.computeDuration())
  const target = new BufferTarget()
  const conversion = await Conversion.init({
    input,
    output: new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target }),
    tracks: 'primary',
    video: videoOptions(isEncoded, bitRate),
    audio: await audioOptions(input),
    showWarnings: false,
  })
  if (!conversion.isValid || conversion.discardedTracks.some(({ track }) => track.id === video.id)) {
    return failed('codec-missing')
  }
  conversion.onProgress = (ratio) => onProgress?.(ratio)
  const cancel = () => void conversion.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  if (signal.aborted) cancel()
  await conversion.execute().finally(() => signal.removeEventListener('abort', cancel))
  if (target.buffer === null) return failed('broke-off')
  return {
    kind: 'done',
    content: new Blob([target.buffer], { type: MP4_TYPE }),
    how: isEncoded ? 'encoded' : 'copied',
    elapsedMs: performance.now() - startedAtMs,
  }
}

/** VP8 becomes H.264, as in mp4-command.ts; all else is copied. */
function videoOptions(isEncoded: boolean, bitRate: number): ConversionVideoOptions {
  return isEncoded ? { codec: 'avc', quality: new Quality({ bitrate: bitRate }), keyFrameInterval: 2 } : {}
}

/** AAC where this browser encodes it (not in Chromium on Linux), else what the clip has: Opus still plays in most. */
async function audioOptions(input: Input): Promise<ConversionAudioOptions> {
  const codec: AudioCodec | null = (await (await input.getPrimaryAudioTrack())?.getCodec()) ?? null
  if (codec === null || codec === 'aac') return {}
  const isAacThere = typeof AudioEncoder === 'function' && (await canEncodeAudio('aac'))
  return isAacThere ? { codec: 'aac', quality: new Quality({ bitrate: AUDIO_BIT_RATE }) } : {}
}

function failed(reason: TranscodeFailure): TranscodeResult {
  return { kind: 'failed', reason }
}
