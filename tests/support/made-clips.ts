import {
  type AudioCodec,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  type VideoCodec,
  WebMOutputFormat,
} from 'mediabunny'

export interface MadeClip {
  readonly container?: 'webm' | 'mp4'
  readonly video?: VideoCodec & ('vp8' | 'vp9')
  readonly audio?: AudioCodec & 'opus'
  readonly durationSec?: number
}

const FRAMES_PER_SEC = 10

const codecNames = { vp8: 'vp8', vp9: 'vp09.00.10.08' } as const
/** The beginning of a keyframe of 64 x 48 pixels, as far as a container's reader looks. */
const keyframes = {
  vp8: [0x10, 0x02, 0x00, 0x9d, 0x01, 0x2a, 64, 0, 48, 0, 0, 0],
  vp9: [0x82, 0x49, 0x83, 0x42, 0x00, 0x03, 0xf0, 0x02, 0xf6, 0x00, 0x00, 0x00],
} as const

/** A file that a container's reader takes for a clip; its pictures show nothing. */
export async function madeClip({ container = 'webm', video = 'vp8', audio, durationSec = 2 }: MadeClip = {}) {
  const target = new BufferTarget()
  const format = container === 'webm' ? new WebMOutputFormat() : new Mp4OutputFormat({ fastStart: 'in-memory' })
  const output = new Output({ format, target })
  const pictures = new EncodedVideoPacketSource(video)
  output.addVideoTrack(pictures)
  const sounds = audio === undefined ? null : new EncodedAudioPacketSource(audio)
  if (sounds !== null) output.addAudioTrack(sounds)
  await output.start()
  const frame = Uint8Array.from(keyframes[video])
  const decoderConfig = { codec: codecNames[video], codedWidth: 64, codedHeight: 48 }
  const lengthSec = 1 / FRAMES_PER_SEC
  for (let index = 0; index < durationSec * FRAMES_PER_SEC; index++) {
    const packet = new EncodedPacket(frame, 'key', index / FRAMES_PER_SEC, lengthSec)
    await pictures.add(packet, { decoderConfig })
    const sound = new EncodedPacket(Uint8Array.of(0xf8, 0xff, 0xfe), 'key', index / FRAMES_PER_SEC, lengthSec)
    await sounds?.add(sound, { decoderConfig: { codec: 'opus', sampleRate: 48_000, numberOfChannels: 1 } })
  }
  await output.finalize()
  return new Blob([target.buffer ?? new ArrayBuffer(0)], { type: `video/${container}` })
}
