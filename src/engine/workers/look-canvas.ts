import type { LookPicture, PictureSize } from '../naming/detector'
import { FrameCanvas } from './frame-canvas'
import { ReusedCanvas } from './reused-canvas'

/** Widest JPEG, as of other thumbnails. */
const JPEG_WIDTH = 640

/** One frame, as it is looked at and as the thumbnail shows it. */
export interface ShownFrame {
  /** As large as the frame. */
  readonly picture: LookPicture
  /** null where it could not be made. */
  jpeg(quality: number): Promise<Blob | null>
}

/** Shows one frame at a time. Keeps its canvases from frame to frame. */
export class LookCanvas {
  readonly #frames = new FrameCanvas()
  readonly #part = new ReusedCanvas()
  readonly #thumbnail = new ReusedCanvas()

  /** Rejects where the frame cannot be drawn. Closes it. The answer holds until the next frame. */
  async show(frame: VideoFrame): Promise<ShownFrame> {
    const shown = await this.#frames.show(frame, (own) => own)
    const { width, height } = shown.size
    return {
      picture: {
        width,
        height,
        pixels: (part, size) => {
          this.#part.drawPart(shown.canvas, part, size)
          return this.#part.pixels().pixels
        },
      },
      jpeg: (quality) => {
        this.#thumbnail.draw(shown.canvas, thumbnailSize(shown.size))
        return this.#thumbnail.canvas.convertToBlob({ type: 'image/jpeg', quality }).catch(() => null)
      },
    }
  }
}

function thumbnailSize({ width, height }: PictureSize): PictureSize {
  const scale = Math.min(1, JPEG_WIDTH / width)
  return { width: Math.round(width * scale), height: Math.max(1, Math.round(height * scale)) }
}
