import type { PictureSize } from '../../../lib/picture-size'
import type { LookPicture } from '../../naming/detector'
import { FrameCanvas } from '../frame-canvas'
import { ReusedCanvas } from '../reused-canvas'

/** Widest JPEG, as of other thumbnails. */
const JPEG_WIDTH = 640

/** The browser does not give the pixels of a frame. */
export class UnreadableFrame extends Error {}

/** One frame, as it is looked at and as the thumbnail shows it. */
export interface ShownFrame {
  /** What the detector reads, as large as the frame. */
  readonly picture: LookPicture
  /** null where it could not be made. */
  jpeg(quality: number): Promise<Blob | null>
}

/** Shows one frame at a time. Keeps its canvases from frame to frame. */
export class LookCanvas {
  readonly #frames = new FrameCanvas()
  readonly #part = new ReusedCanvas()
  readonly #thumbnail = new ReusedCanvas()

  /**
   * Closes the frame; the answer holds until the next one. Rejects with `UnreadableFrame` where it cannot be drawn, as
   * `pixels` throws.
   */
  async show(frame: VideoFrame): Promise<ShownFrame> {
    const shown = await this.#frames.show(frame, (own) => own).catch(unreadable)
    const { width, height } = shown.size
    return {
      picture: {
        width,
        height,
        pixels: (part, size) => {
          try {
            this.#part.drawPart(shown.canvas, part, size)
            return this.#part.pixels().pixels
          } catch (error) {
            return unreadable(error)
          }
        },
      },
      jpeg: async (quality) => {
        try {
          this.#thumbnail.draw(shown.canvas, thumbnailSize(shown.size))
          return await this.#thumbnail.canvas.convertToBlob({ type: 'image/jpeg', quality })
        } catch {
          return null
        }
      },
    }
  }
}

function unreadable(cause: unknown): never {
  throw new UnreadableFrame(cause instanceof Error ? cause.message : String(cause), { cause })
}

function thumbnailSize({ width, height }: PictureSize): PictureSize {
  const scale = Math.min(1, JPEG_WIDTH / width)
  return { width: Math.round(width * scale), height: Math.max(1, Math.round(height * scale)) }
}
