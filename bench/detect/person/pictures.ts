import type { LookPicture } from '../../../src/engine/naming/detector'
import { decodeRgba } from '../decode'
import type { FrameSize } from '../frame-size'
import type { Variant } from '../variants'
import { pixelPicture } from './pixel-picture'

/** What a camera is asked for. */
const WIDEST_PX = 1280
const TALLEST_PX = 720

/** A video's frames as the engine gives them to a person detector, one per check. */
export async function* filmPictures(
  file: string,
  { width, height }: FrameSize,
  variant: Variant | null,
): AsyncGenerator<LookPicture> {
  const scale = Math.min(1, WIDEST_PX / width, TALLEST_PX / height)
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) }
  for await (const frame of decodeRgba(file, size, variant)) yield pixelPicture(size, frame)
}
