import type { PersonPicture } from '../person/person-detector'
import { FrameCanvas } from './frame-canvas'
import { ReusedCanvas, type Size } from './reused-canvas'

/** Widest JPEG, as of other thumbnails. */
const JPEG_WIDTH = 640

/** Largest picture that is looked at. */
const LOOK_WIDTH = 640
const LOOK_HEIGHT = 360

/** One frame, as it is looked at and as the thumbnail shows it. */
export interface ShownFrame {
  /** Its pixels, at most 640 x 360. */
  picture(): PersonPicture
  /** null where it could not be made. */
  jpeg(quality: number): Promise<Blob | null>
}

/** Shows one frame at a time. Keeps its canvases from frame to frame. */
export class PersonCanvas {
  readonly #frames = new FrameCanvas()
  readonly #looked = new ReusedCanvas()

  /** Rejects where the frame cannot be drawn. Closes it. The answer holds until the next frame. */
  async show(frame: VideoFrame): Promise<ShownFrame> {
    const shown = await this.#frames.show(frame, (own) =>
      within(own, { width: JPEG_WIDTH, height: Number.POSITIVE_INFINITY }),
    )
    return {
      picture: () => this.#picture(shown),
      jpeg: (quality) => shown.canvas.convertToBlob({ type: 'image/jpeg', quality }).catch(() => null),
    }
  }

  #picture(shown: ReusedCanvas): PersonPicture {
    const size = within(shown.size, { width: LOOK_WIDTH, height: LOOK_HEIGHT })
    // Most cameras are 16:9: then both are the same.
    if (size.height === shown.size.height) return shown.pixels()
    this.#looked.draw(shown.canvas, size)
    return this.#looked.pixels()
  }
}

/** The largest size of the same shape that is no larger than the picture and than `most`. */
function within({ width, height }: Size, most: Size): Size {
  const scale = Math.min(1, most.width / width, most.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
