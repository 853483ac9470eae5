import {
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  StreamTarget,
  WebMOutputFormat,
} from 'mediabunny'

const FRAME_SEC = 1 / 15
const SOUND_SEC = 0.02

/** What is recorded: frames of 15 a second, the first at `startSec`; a keyframe each 2 s, the first with number `firstKey`. */
export interface RecordingPlan {
  readonly container?: 'webm' | 'mp4'
  readonly frames: number
  readonly hasAudio?: boolean
  readonly startSec?: number
  readonly firstKey?: number
}

/** 64 by 64, baseline profile. */
export const AVC_DESCRIPTION = Uint8Array.from([
  1, 0x42, 0xc0, 0x0a, 0xff, 0xe1, 0, 10, 0x67, 0x42, 0xc0, 0x0a, 0xd9, 0x0f, 0x82, 0x1b, 0x61, 0x08, 1, 0, 4, 0x68,
  0xce, 0x3c, 0x80,
])
const OPUS_DESCRIPTION = Uint8Array.from([...Buffer.from('OpusHead'), 1, 1, 0x38, 1, 0x80, 0xbb, 0, 0, 0, 0, 0])

/** The bytes of a recording as the engine writes them: without a duration or an index, made up in between. */
export async function recordingOf(plan: RecordingPlan): Promise<Blob> {
  return new Blob(await writesOf(plan))
}

/** The same as the container wrote them, one after the other. */
export async function writesOf(plan: RecordingPlan): Promise<Uint8Array<ArrayBuffer>[]> {
  const { container = 'webm', frames, hasAudio = false, startSec = 0, firstKey = 0 } = plan
  const parts: Uint8Array<ArrayBuffer>[] = []
  const target = new StreamTarget(new WritableStream({ write: ({ data }) => void parts.push(data.slice()) }))
  const output = new Output({ format: formatOf(container), target })
  const video = new EncodedVideoPacketSource(container === 'webm' ? 'vp8' : 'avc')
  const audio = hasAudio ? new EncodedAudioPacketSource('opus') : null
  output.addVideoTrack(video)
  if (audio !== null) output.addAudioTrack(audio)
  await output.start()
  const videoConfig =
    container === 'webm'
      ? { codec: 'vp8', codedWidth: 64, codedHeight: 64 }
      : { codec: 'avc1.42c00a', codedWidth: 64, codedHeight: 64, description: AVC_DESCRIPTION }
  const audioConfig = { codec: 'opus', numberOfChannels: 1, sampleRate: 48_000, description: OPUS_DESCRIPTION }
  const film = async () => {
    for (let i = 0; i < frames; i++) {
      // Containers are not begun with another: its mark is taken away afterwards.
      const isKey = i === 0 || isKeyframe(i, firstKey)
      const bytes = frameBytes(container, i)
      const packet = new EncodedPacket(bytes, isKey ? 'key' : 'delta', startSec + i * FRAME_SEC, FRAME_SEC)
      await video.add(packet, { decoderConfig: videoConfig })
    }
    video.close()
  }
  const listen = async () => {
    for (let i = 0; i * SOUND_SEC < frames * FRAME_SEC; i++) {
      const packet = new EncodedPacket(new Uint8Array(20).fill(i), 'key', startSec + i * SOUND_SEC, SOUND_SEC)
      await audio?.add(packet, { decoderConfig: audioConfig })
    }
    audio?.close()
  }
  await Promise.all([film(), listen()])
  await output.finalize()
  if (firstKey > 0) for (const part of parts) unmark(Buffer.from(part.buffer), frameBytes(container, 0))
  return parts
}

function isKeyframe(i: number, firstKey: number): boolean {
  return i >= firstKey && (i - firstKey) % 30 === 0
}

/** In a webm, the byte before a frame says whether it is a keyframe. */
function unmark(recorded: Buffer, frame: Uint8Array): void {
  const flagsAt = recorded.indexOf(frame) - 1
  if (flagsAt >= 0) recorded.writeUInt8(recorded.readUInt8(flagsAt) & 0x7f, flagsAt)
}

/** Where each of so many frames ends in the bytes of a recording. */
export async function frameEnds(recorded: Blob, container: 'webm' | 'mp4', frames: number): Promise<number[]> {
  const bytes = Buffer.from(await recorded.arrayBuffer())
  return Array.from({ length: frames }, (_, i) => {
    const frame = frameBytes(container, i)
    const at = bytes.indexOf(frame)
    if (at < 0) throw new Error(`Frame ${i} is not in the recording.`)
    return at + frame.length
  })
}

function formatOf(container: 'webm' | 'mp4'): OutputFormat {
  return container === 'webm'
    ? new WebMOutputFormat({ appendOnly: true })
    : new Mp4OutputFormat({ fastStart: 'fragmented', minimumFragmentDuration: 1 })
}

/** Tells which frame it is, and no two have the same bytes; only containers look into MP4's, for their length. */
function frameBytes(container: 'webm' | 'mp4', i: number): Uint8Array {
  const filling = new Array<number>(20).fill(i)
  if (container === 'webm') return Uint8Array.from([0x10, i, 0x9d, 0x01, 0x2a, 64, 0, 64, 0, ...filling])
  return Uint8Array.from([0, 0, 0, 22, isKeyframe(i, 0) ? 0x65 : 0x41, i, ...filling])
}

/** Which frame it is. */
export function frameNumber(container: 'webm' | 'mp4', data: Uint8Array): number | undefined {
  return data[container === 'webm' ? 1 : 5]
}
