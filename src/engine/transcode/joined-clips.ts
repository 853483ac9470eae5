import {
  type AudioCodec,
  EncodedPacketSink,
  type Input,
  type InputAudioTrack,
  type InputVideoTrack,
  type VideoCodec,
} from 'mediabunny'
import { inputOf } from './film-input'

/** A clip that was opened to become part of a film. */
export interface JoinedClip {
  readonly input: Input
  readonly track: InputVideoTrack
  readonly codec: VideoCodec
  readonly decoderConfig: VideoDecoderConfig
  /** The same for clips whose pictures may stand behind each other as they are. */
  readonly kind: string
  readonly sound: ClipSound | null
  /** The time of its first frame, which need not be 0. */
  readonly firstSec: number
  readonly durationSec: number
  readonly sizeBytes: number
}

interface ClipSound {
  readonly track: InputAudioTrack
  readonly codec: AudioCodec
  readonly decoderConfig: AudioDecoderConfig
  readonly kind: string
}

/** Opens clips; those that cannot be read are left out. The caller closes them. */
export async function openClips(
  blobs: readonly Blob[],
): Promise<{ readonly clips: readonly JoinedClip[]; readonly leftOut: readonly number[] }> {
  const clips: JoinedClip[] = []
  const leftOut: number[] = []
  for (const [index, blob] of blobs.entries()) {
    const clip = await openClip(blob)
    if (clip === null) leftOut.push(index)
    else clips.push(clip)
  }
  return { clips, leftOut }
}

export function closeClips(clips: readonly JoinedClip[]): void {
  for (const { input } of clips) input.dispose()
}

async function openClip(blob: Blob): Promise<JoinedClip | null> {
  const input = inputOf(blob)
  const clip = await readClip(input, blob.size).catch(() => null)
  if (clip === null) input.dispose()
  return clip
}

async function readClip(input: Input, sizeBytes: number): Promise<JoinedClip | null> {
  const track = await input.getPrimaryVideoTrack()
  const codec = (await track?.getCodec()) ?? null
  const decoderConfig = (await track?.getDecoderConfig()) ?? null
  if (track === null || codec === null || decoderConfig === null) return null
  const firstSec = await input.getFirstTimestamp()
  const durationSec = Math.max(await input.computeDuration(), await endOf(track)) - firstSec
  if (!(durationSec > 0)) return null
  const sound = await readSound(input)
  return {
    input,
    track,
    codec,
    decoderConfig,
    sound,
    firstSec,
    durationSec,
    sizeBytes,
    kind: kindOf(decoderConfig, [decoderConfig.codedWidth, decoderConfig.codedHeight]),
  }
}

/** So long shows a frame that does not say how long. */
const FRAME_SEC = 1 / 15

/** When the last picture is over: a webm does not say, and the next clip would take its place at once. */
async function endOf(track: InputVideoTrack): Promise<number> {
  const last = await new EncodedPacketSink(track).getPacket(Number.POSITIVE_INFINITY, { metadataOnly: true })
  return last === null ? 0 : last.timestamp + (last.duration > 0 ? last.duration : FRAME_SEC)
}

async function readSound(input: Input): Promise<ClipSound | null> {
  const track = await input.getPrimaryAudioTrack()
  const codec = (await track?.getCodec()) ?? null
  const decoderConfig = (await track?.getDecoderConfig()) ?? null
  if (track === null || codec === null || decoderConfig === null) return null
  const kind = kindOf(decoderConfig, [decoderConfig.sampleRate, decoderConfig.numberOfChannels])
  return { track, codec, decoderConfig, kind }
}

interface Described {
  readonly codec: string
  readonly description?: AllowSharedBufferSource | undefined
}

function kindOf({ codec, description }: Described, sizes: readonly unknown[]): string {
  return [codec, ...sizes, ...(description === undefined ? [] : bytesOf(description))].join(' ')
}

function bytesOf(source: AllowSharedBufferSource): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source)
}
