import { BlobSource, EncodedPacketSink, Input, type InputTrack, MP4, WEBM } from 'mediabunny'

export interface ReadPacket {
  readonly type: 'key' | 'delta'
  readonly atSec: number
  readonly data: Uint8Array
}

/** What a player finds in a clip. */
export interface ReadClip {
  readonly durationSec: number
  readonly videoCodec: string | null
  readonly audioCodec: string | null
  readonly video: readonly ReadPacket[]
  readonly audio: readonly ReadPacket[]
}

export async function readClip(content: Blob): Promise<ReadClip> {
  const input = new Input({ source: new BlobSource(content), formats: [WEBM, MP4] })
  try {
    const video = await input.getPrimaryVideoTrack()
    const audio = await input.getPrimaryAudioTrack()
    return {
      durationSec: await input.computeDuration(),
      videoCodec: (await video?.getCodec()) ?? null,
      audioCodec: (await audio?.getCodec()) ?? null,
      video: await packetsOf(video),
      audio: await packetsOf(audio),
    }
  } finally {
    input.dispose()
  }
}

/** All that are whole, of a track whose end may be missing. */
async function packetsOf(track: InputTrack | null): Promise<ReadPacket[]> {
  const packets: ReadPacket[] = []
  if (track === null) return packets
  try {
    for await (const { data, timestamp, type } of new EncodedPacketSink(track).packets()) {
      packets.push({ type, atSec: timestamp, data })
    }
  } catch {
    // The bytes end within a packet.
  }
  return packets
}

/** Ids of EBML elements. */
const CUES = [0x1c, 0x53, 0xbb, 0x6b]
const DURATION = [0x44, 0x89, 0x88]

/** Whether a webm says how long it is and where to seek to. */
export async function ebmlOf(content: Blob): Promise<{ readonly hasCues: boolean; readonly hasDuration: boolean }> {
  const bytes = Buffer.from(await content.arrayBuffer())
  return { hasCues: bytes.includes(Buffer.from(CUES)), hasDuration: bytes.includes(Buffer.from(DURATION)) }
}
