import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  type Input,
  type InputAudioTrack,
  type InputTrack,
  type InputVideoTrack,
  Output,
} from 'mediabunny'
import type { ClosedClip } from '../recording/clip'
import { inputOf } from '../transcode/film-input'
import { fileFormat } from './clip-format'

/** A last picture stays for as long as the others did, where nothing says how long. */
const LAST_FRAME_SEC = 1 / 15

/**
 * Makes the bytes of a recording into a file with a duration and an index, without decoding anything. The bytes may end
 * anywhere, as they do where a tab died: what is whole before the end is kept. null where that holds no picture, for
 * certain; rejects where this machine could not do it now, for want of memory or since the disk does not answer.
 */
export async function remux(recorded: Blob): Promise<ClosedClip | null> {
  // All at once: a disk that fails half way must not look like the end of the recording.
  const input = inputOf(await recorded.arrayBuffer())
  try {
    const tracks = await openTracks(input)
    return tracks === null ? null : await copyTracks(recorded, tracks.video, tracks.audio)
  } finally {
    input.dispose()
  }
}

/** null where the bytes end before the first picture. */
async function openTracks(input: Input): Promise<{ video: InputVideoTrack; audio: InputAudioTrack | null } | null> {
  try {
    const video = await input.getPrimaryVideoTrack()
    return video === null ? null : { video, audio: await input.getPrimaryAudioTrack() }
  } catch {
    // The bytes are in memory: what cannot be read of them never will be.
    return null
  }
}

async function copyTracks(
  recorded: Blob,
  video: InputVideoTrack,
  audio: InputAudioTrack | null,
): Promise<ClosedClip | null> {
  const packets = await packetsOf(video)
  const firstKey = packets.findIndex(({ type }) => type === 'key')
  const [first] = packets.splice(0, firstKey + 1).slice(-1)
  const videoCodec = await video.getCodec()
  if (first === undefined || videoCodec === null) return null
  const audioCodec = (await audio?.getCodec()) ?? null
  const sounds = audio === null || audioCodec === null ? [] : await packetsOf(audio)
  const isWebm = (await containerOf(recorded)) === 'webm'
  const target = new BufferTarget()
  const output = new Output({ format: fileFormat(isWebm ? 'webm' : 'mp4'), target })
  const videoSource = new EncodedVideoPacketSource(videoCodec)
  output.addVideoTrack(videoSource)
  const audioSource = audioCodec === null || sounds.length === 0 ? null : new EncodedAudioPacketSource(audioCodec)
  if (audioSource !== null) output.addAudioTrack(audioSource)
  await output.start()
  const decoderConfig = await video.getDecoderConfig()
  const startSec = first.timestamp
  const frames = [first, ...packets]
  const copyFrames = async () => {
    for (const [i, packet] of frames.entries()) {
      const gapSec = (frames[i + 1]?.timestamp ?? packet.timestamp + LAST_FRAME_SEC) - packet.timestamp
      // The next to be decoded may be shown earlier.
      const moved = shifted(packet, startSec, gapSec > 0 ? gapSec : packet.duration)
      await videoSource.add(moved, decoderConfig === null ? undefined : { decoderConfig })
    }
    videoSource.close()
  }
  const copySounds = async () => {
    const audioConfig = (await audio?.getDecoderConfig()) ?? null
    for (const packet of sounds) {
      if (packet.timestamp < startSec) continue
      await audioSource?.add(
        shifted(packet, startSec, packet.duration),
        audioConfig === null ? undefined : { decoderConfig: audioConfig },
      )
    }
    audioSource?.close()
  }
  // At once: the container takes the packets of both in turns.
  await Promise.all([copyFrames(), copySounds()])
  await output.finalize()
  if (target.buffer === null) return null
  const last = frames.at(-1) ?? first
  const mediaType = isWebm ? 'video/webm' : 'video/mp4'
  return {
    content: new Blob([target.buffer], { type: mediaType }),
    mediaType,
    hasAudio: audioSource !== null,
    durationMs: Math.round(1000 * (last.timestamp + LAST_FRAME_SEC - startSec)),
  }
}

/** All packets that are whole. */
async function packetsOf(track: InputTrack): Promise<EncodedPacket[]> {
  const packets: EncodedPacket[] = []
  try {
    for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet)
  } catch {
    // The bytes end within a packet.
  }
  return packets
}

function shifted({ data, type, timestamp }: EncodedPacket, startSec: number, durationSec: number): EncodedPacket {
  return new EncodedPacket(data, type, timestamp - startSec, durationSec)
}

/** The container, told by its first bytes: webm begins with an EBML header. */
async function containerOf(recorded: Blob): Promise<'webm' | 'mp4'> {
  const [first] = new Uint8Array(await recorded.slice(0, 1).arrayBuffer())
  return first === 0x1a ? 'webm' : 'mp4'
}
