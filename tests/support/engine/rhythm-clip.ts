import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Output, WebMOutputFormat } from 'mediabunny'

/** The beginning of a VP8 keyframe of 64 x 48 pixels, as far as a container's reader looks. */
const emptyKeyframe = Uint8Array.of(0x10, 0x02, 0x00, 0x9d, 0x01, 0x2a, 64, 0, 48, 0, 0, 0)

export interface Picture {
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
}

const emptyPicture: Picture = { bytes: emptyKeyframe, width: 64, height: 48 }

/** Times of a clip's frames as our cameras make them: kept ones before the motion, quick ones from it on. */
export function cameraRhythm(motionSec: number, durationSec = 15): number[] {
  const kept = Array.from({ length: Math.round(motionSec / 0.3) }, (_, index) => index * 0.3)
  const quick = Array.from({ length: Math.floor((durationSec - motionSec) * 15) }, (_, index) => motionSec + index / 15)
  return [...kept, ...quick]
}

/** A webm with one keyframe at each of the times; the given VP8 pictures take turns, without them it shows nothing. */
export async function rhythmClip(timesSec: readonly number[], pictures: readonly Picture[] = [emptyPicture]) {
  const target = new BufferTarget()
  const output = new Output({ format: new WebMOutputFormat(), target })
  const source = new EncodedVideoPacketSource('vp8')
  output.addVideoTrack(source)
  await output.start()
  for (const [index, atSec] of timesSec.entries()) {
    const { bytes, width, height } = pictures[index % pictures.length] ?? emptyPicture
    const lengthSec = (timesSec[index + 1] ?? atSec + 1 / 15) - atSec
    await source.add(new EncodedPacket(bytes, 'key', atSec, lengthSec), {
      decoderConfig: { codec: 'vp8', codedWidth: width, codedHeight: height },
    })
  }
  await output.finalize()
  return Buffer.from(target.buffer ?? new ArrayBuffer(0))
}
