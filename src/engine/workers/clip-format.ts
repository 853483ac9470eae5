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
import type { PictureSize } from '../../lib/picture-size'
import type { ClipCodec } from '../recording/clip-codec'

/** Container and codecs of a clip. */
export interface ClipFormat {
  readonly container: 'webm' | 'mp4'
  readonly mediaType: string
  readonly video: VideoCodec
  /** null: without sound. */
  readonly audio: AudioCodec | null
  /** The encoder that was tried; absent where none was. */
  readonly tried?: ClipCodec
}

/** webm first (REC-05); mp4 where only that exists. */
const ladder = [
  { container: 'webm', mediaType: 'video/webm', video: 'vp8', audios: ['opus'] },
  { container: 'webm', mediaType: 'video/webm', video: 'vp9', audios: ['opus'] },
  { container: 'mp4', mediaType: 'video/mp4', video: 'avc', audios: ['aac', 'opus'] },
] as const

/**
 * So that a plan's storage holds a month of clips (CLIP-05). An encoder that is not told how many frames come reckons with
 * 30 a second: at 15 a clip has half of it, and few frames, as before the motion, cost no more each.
 */
const BITS_PER_SECOND_AT_720P = 1_000_000
const LEAST_BITS_PER_SECOND = 250_000
const MOST_BITS_PER_SECOND = 2_000_000

/** Speech and noises need no more. */
const SOUND_BITS = 48_000
const audioQuality = new Quality({ bitrate: SOUND_BITS })

/** A picture of twice the area needs less than twice the bits; the bounds keep thumbnails and 4K reasonable. */
function videoBitsPerSecond(width: number, height: number): number {
  const bits = Math.round((BITS_PER_SECOND_AT_720P * width * height) / (1280 * 720))
  return Math.min(MOST_BITS_PER_SECOND, Math.max(LEAST_BITS_PER_SECOND, bits))
}

/** Sound as it comes from a microphone. */
export interface SoundShape {
  readonly numberOfChannels: number
  readonly sampleRate: number
}

/**
 * What a clip is made as; null where this browser encodes nothing that is known here. `tried` is the encoder that works
 * (codec-choice.ts), null where none was tried, since the provider takes webm alone.
 */
export async function chooseFormat(
  size: PictureSize,
  sound: SoundShape | null,
  tried: ClipCodec | null,
): Promise<ClipFormat | null> {
  if (tried === 'h264-hardware' || tried === 'h264-software') {
    const audio = sound === null ? null : await mp4Audio(sound)
    // A clip with sound that nobody could hear is worth less than a dearer one.
    if (sound === null || audio !== null)
      return { container: 'mp4', mediaType: 'video/mp4', video: 'avc', audio, tried }
  }
  for (const { audios, ...format } of ladder) {
    const options = { ...size, ...videoOptions(size), frameRate: FRAMES_PER_SECOND }
    if (!(await canEncodeVideo(format.video, options))) continue
    return { ...format, audio: sound === null ? null : await firstAudio(audios, sound) }
  }
  return null
}

/** AAC plays everywhere; Opus where this browser plays it in mp4, as those do that are not much older. */
async function mp4Audio(sound: SoundShape): Promise<AudioCodec | null> {
  const codec = await firstAudio(['aac', 'opus'], sound)
  return codec !== 'opus' || (await isOpusPlayed()) ? codec : null
}

async function isOpusPlayed(): Promise<boolean> {
  const { mediaCapabilities } = navigator as { readonly mediaCapabilities?: MediaCapabilities }
  if (mediaCapabilities === undefined) return false
  try {
    const audio = { contentType: 'audio/mp4; codecs="opus"', channels: '1', bitrate: SOUND_BITS, samplerate: 48_000 }
    return (await mediaCapabilities.decodingInfo({ type: 'file', audio })).supported
  } catch {
    return false
  }
}

async function firstAudio(codecs: readonly AudioCodec[], sound: SoundShape): Promise<AudioCodec | null> {
  for (const codec of codecs) if (await canEncodeAudio(codec, { ...sound, quality: audioQuality })) return codec
  return null
}

/** What a camera is asked for (CLIP-05). */
export const FRAMES_PER_SECOND = 15

/** Of VP8's bits, for H.264: somebody who walks through a room is no less sharp then (recording/README.md). */
const H264_SHARE = 0.86

function bitsPerSecond({ width, height }: PictureSize, tried: ClipCodec | undefined): number {
  const bits = videoBitsPerSecond(width, height)
  return tried === undefined || tried === 'vp8' ? bits : Math.round(H264_SHARE * bits)
}

/** Realtime: the encoder must keep up with the camera on a weak machine. */
function videoOptions(size: PictureSize, tried?: ClipCodec) {
  const bitrate = bitsPerSecond(size, tried)
  return { quality: new Quality({ bitrate, bitrateMode: 'variable' }), latencyMode: 'realtime' } as const
}

/** Seconds between keyframes: seeking to any moment decodes no more than that. mp4 reaches the disk from one to the next. */
const keyFrameIntervals = { webm: 2, mp4: 1 } as const

export function videoEncoding({ container, video: codec, tried }: ClipFormat, size: PictureSize) {
  const keyFrameInterval = keyFrameIntervals[container]
  const asTried = tried === undefined ? {} : triedEncoding(tried, size)
  return { codec, ...videoOptions(size, tried), ...asTried, keyFrameInterval, sizeChangeBehavior: 'contain' } as const
}

/** The same for a trial, in the browser's own words. */
export function trialConfig(codec: ClipCodec, size: PictureSize): VideoEncoderConfig {
  const { fullCodecString, hardwareAcceleration } = triedEncoding(codec, size)
  return {
    codec: fullCodecString,
    hardwareAcceleration,
    width: size.width,
    height: size.height,
    bitrate: bitsPerSecond(size, codec),
    bitrateMode: 'variable',
    latencyMode: 'realtime',
    framerate: FRAMES_PER_SECOND,
    ...(codec !== 'vp8' && { avc: { format: 'avc' } }),
  }
}

function triedEncoding(codec: ClipCodec, size: PictureSize) {
  if (codec === 'vp8') return { fullCodecString: 'vp8', hardwareAcceleration: 'no-preference' } as const
  const hardwareAcceleration = codec === 'h264-hardware' ? 'prefer-hardware' : 'prefer-software'
  return { fullCodecString: h264Name(size), hardwareAcceleration } as const
}

/** Levels of H.264 by the most blocks of 16 x 16 in a picture. */
const h264Levels = [
  { level: '1e', mostBlocks: 1_620 },
  { level: '1f', mostBlocks: 3_600 },
  { level: '28', mostBlocks: 8_192 },
  { level: '32', mostBlocks: 22_080 },
] as const

/** High profile, which every player of these years knows. */
function h264Name({ width, height }: PictureSize): string {
  const blocks = Math.ceil(width / 16) * Math.ceil(height / 16)
  const { level } = h264Levels.find(({ mostBlocks }) => blocks <= mostBlocks) ?? { level: '33' }
  return `avc1.6400${level}`
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
