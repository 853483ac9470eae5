import type { LookPicture } from '../../../src/engine/naming/detector'
import { decodeRgba, type FrameSize } from '../decode'
import { pixelPicture } from './pixel-picture'

/** What a camera is asked for. */
const WIDEST_PX = 1280
const TALLEST_PX = 720

/** A video's frames as the engine gives them to a person detector, one per check. */
export async function* filmPictures(file: string, { width, height }: FrameSize): AsyncGenerator<LookPicture> {
  const scale = Math.min(1, WIDEST_PX / width, TALLEST_PX / height)
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) }
  for await (const frame of decodeRgba(file, size)) yield pixelPicture(size, frame)
}

/** A scene's frames, which are drawn as luma. */
export function* scenePictures(
  frames: Iterable<Uint8Array<ArrayBuffer>>,
  { width, height }: FrameSize,
): Generator<LookPicture> {
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255)
  for (const luma of frames) {
    for (let i = 0; i < luma.length; i++) pixels.fill(luma[i] ?? 0, 4 * i, 4 * i + 3)
    yield pixelPicture({ width, height }, pixels)
  }
}
