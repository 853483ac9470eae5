import { randomFillSync } from 'node:crypto'
import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny'

const FRAMES_PER_SEC = 15
const SECONDS = 15
/** Of a VP8 picture, as far as a container's reader looks: 1280 x 720. */
const HEAD = [0x10, 2, 0, 0x9d, 1, 0x2a, 0x00, 0x05, 0xd0, 0x02]

/** Of H.264, which MP4 says in its head: baseline profile. Nobody decodes the pictures. */
const AVC_DESCRIPTION = Uint8Array.from([
  1, 0x42, 0xc0, 0x0a, 0xff, 0xe1, 0, 10, 0x67, 0x42, 0xc0, 0x0a, 0xd9, 0x0f, 0x82, 0x1b, 0x61, 0x08, 1, 0, 4, 0x68,
  0xce, 0x3c, 0x80,
])

const size = { codedWidth: 1280, codedHeight: 720 }
const kinds = {
  webm: { format: new WebMOutputFormat(), codec: 'vp8', decoderConfig: { codec: 'vp8', ...size } },
  mp4: {
    format: new Mp4OutputFormat({ fastStart: 'in-memory' }),
    codec: 'avc',
    decoderConfig: { codec: 'avc1.42c00a', ...size, description: AVC_DESCRIPTION },
  },
} as const

/** A clip of about so many bytes as a camera sends it, with an index; its pictures are noise. */
export async function noiseFilm(sizeBytes: number, container: keyof typeof kinds = 'webm'): Promise<Buffer> {
  const { format, codec, decoderConfig } = kinds[container]
  const target = new BufferTarget()
  const output = new Output({ format, target })
  const pictures = new EncodedVideoPacketSource(codec)
  output.addVideoTrack(pictures)
  await output.start()
  const frames = FRAMES_PER_SEC * SECONDS
  for (let index = 0; index < frames; index++) {
    const isKey = index % (2 * FRAMES_PER_SEC) === 0
    const bytes = randomFillSync(new Uint8Array(Math.round(sizeBytes / frames)))
    bytes.set(container === 'webm' ? [isKey ? 0x10 : 0x11, ...HEAD.slice(1)] : avcHead(bytes.length, isKey))
    const packet = new EncodedPacket(bytes, isKey ? 'key' : 'delta', index / FRAMES_PER_SEC, 1 / FRAMES_PER_SEC)
    await pictures.add(packet, { decoderConfig })
  }
  await output.finalize()
  return Buffer.from(target.buffer ?? new ArrayBuffer(0))
}

/** One unit with its length before it. */
function avcHead(bytes: number, isKey: boolean): number[] {
  const length = bytes - 4
  return [0, (length >> 16) & 255, (length >> 8) & 255, length & 255, isKey ? 0x65 : 0x41]
}
