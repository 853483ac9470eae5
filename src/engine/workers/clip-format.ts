import {
  type AudioCodec,
  canEncodeAudio,
  canEncodeVideo,
  Mp4OutputFormat,
  type OutputFormat,
  Quality,
  type VideoCodec,
  WebMOutputFormat,
} from 'mediabunny'

/** Container and codecs of a clip. */
export interface ClipFormat {
  readonly container: 'webm' | 'mp4'
  readonly mediaType: string
  readonly video: VideoCodec
  /** null: without sound. */
  readonly audio: AudioCodec | null
}

/** webm first (REC-05); VP8 costs least; mp4 where only that exists. */
const ladder = [
  { container: 'webm', mediaType: 'video/webm', video: 'vp8', audios: ['opus'] },
  { container: 'webm', mediaType: 'video/webm', video: 'vp9', audios: ['opus'] },
  { container: 'mp4', mediaType: 'video/mp4', video: 'avc', audios: ['aac', 'opus'] },
] as const

/** About 1 Mbit/s at 720p, so that a plan's storage holds a month of clips (CLIP-05). */
const BITS_PER_SECOND_AT_720P = 1_000_000
const LEAST_BITS_PER_SECOND = 250_000
const MOST_BITS_PER_SECOND = 2_000_000

/** Speech and noises need no more. */
const audioQuality = new Quality({ bitrate: 48_000 })

/** A picture of twice the area needs less than twice the bits; the bounds keep thumbnails and 4K reasonable. */
export function videoBitsPerSecond(width: number, height: number): number {
  const bits = Math.round((BITS_PER_SECOND_AT_720P * width * height) / (1280 * 720))
  return Math.min(MOST_BITS_PER_SECOND, Math.max(LEAST_BITS_PER_SECOND, bits))
}

/** Sound as it comes from a microphone. */
export interface SoundShape {
  readonly numberOfChannels: number
  readonly sampleRate: number
}

/** The first format of the ladder that this browser encodes; null where it encodes none. */
export async function chooseFormat(
  size: { readonly width: number; readonly height: number },
  sound: SoundShape | null,
): Promise<ClipFormat | null> {
  for (const { audios, ...format } of ladder) {
    const options = { ...size, ...videoOptions(size), frameRate: FRAMES_PER_SECOND }
    if (!(await canEncodeVideo(format.video, options))) continue
    return { ...format, audio: sound === null ? null : await firstAudio(audios, sound) }
  }
  return null
}

async function firstAudio(codecs: readonly AudioCodec[], sound: SoundShape): Promise<AudioCodec | null> {
  for (const codec of codecs) if (await canEncodeAudio(codec, { ...sound, quality: audioQuality })) return codec
  return null
}

/** What a camera is asked for (CLIP-05). */
export const FRAMES_PER_SECOND = 15

/** Realtime: the encoder must keep up with the camera on a weak machine. */
function videoOptions({ width, height }: { readonly width: number; readonly height: number }) {
  const bitrate = videoBitsPerSecond(width, height)
  return { quality: new Quality({ bitrate, bitrateMode: 'variable' }), latencyMode: 'realtime' } as const
}

/** Seconds between keyframes: seeking to any moment decodes no more than that. mp4 reaches the disk from one to the next. */
const keyFrameIntervals = { webm: 2, mp4: 1 } as const

export function videoEncoding(
  { container, video: codec }: ClipFormat,
  size: { readonly width: number; readonly height: number },
) {
  const keyFrameInterval = keyFrameIntervals[container]
  return { codec, ...videoOptions(size), keyFrameInterval, sizeChangeBehavior: 'contain' } as const
}

export function audioEncoding(codec: AudioCodec) {
  return { codec, quality: audioQuality } as const
}

/** A container whose bytes are only ever appended: whatever reached the disk is of use. */
export function streamFormat(container: ClipFormat['container']): OutputFormat {
  return container === 'webm'
    ? new WebMOutputFormat({ appendOnly: true })
    : new Mp4OutputFormat({ fastStart: 'fragmented', minimumFragmentDuration: 1 })
}

/** A container with a duration and an index. */
export function fileFormat(container: ClipFormat['container']): OutputFormat {
  return container === 'webm' ? new WebMOutputFormat() : new Mp4OutputFormat({ fastStart: 'in-memory' })
}
