import { randomFillSync } from 'node:crypto'
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Output, WebMOutputFormat } from 'mediabunny'

const FRAMES_PER_SEC = 15
const SECONDS = 15
/** Of a VP8 picture, as far as a container's reader looks: 1280 x 720. */
const HEAD = [0x10, 2, 0, 0x9d, 1, 0x2a, 0x00, 0x05, 0xd0, 0x02]

/** A clip of about so many bytes as a camera sends it, with an index; its pictures are noise. */
export async function noiseFilm(sizeBytes: number): Promise<Buffer> {
  const target = new BufferTarget()
  const output = new Output({ format: new WebMOutputFormat(), target })
  const pictures = new EncodedVideoPacketSource('vp8')
  output.addVideoTrack(pictures)
  await output.start()
  const decoderConfig = { codec: 'vp8', codedWidth: 1280, codedHeight: 720 }
  const frames = FRAMES_PER_SEC * SECONDS
  for (let index = 0; index < frames; index++) {
    const isKey = index % (2 * FRAMES_PER_SEC) === 0
    const bytes = randomFillSync(new Uint8Array(Math.round(sizeBytes / frames)))
    bytes.set(HEAD)
    bytes[0] = isKey ? 0x10 : 0x11
    const packet = new EncodedPacket(bytes, isKey ? 'key' : 'delta', index / FRAMES_PER_SEC, 1 / FRAMES_PER_SEC)
    await pictures.add(packet, { decoderConfig })
  }
  await output.finalize()
  return Buffer.from(target.buffer ?? new ArrayBuffer(0))
}
