import type { PersonPicture } from '../person/person-detector'

/** Widest JPEG, as of other thumbnails. */
const JPEG_WIDTH = 640

/** Largest picture that is looked at (issue 7). */
const LOOK_WIDTH = 640
const LOOK_HEIGHT = 360

interface Size {
  readonly width: number
  readonly height: number
}

/** Draws one frame at a time: as it is looked at, and as the thumbnail shows it. Keeps its canvases from frame to frame. */
export class PersonCanvas {
  readonly #shown = new ReusedCanvas()
  readonly #looked = new ReusedCanvas()

  /** Throws where the frame cannot be drawn. The caller closes it. */
  draw(frame: VideoFrame): void {
    const { displayWidth: width, displayHeight: height } = frame
    this.#shown.draw(frame, within({ width, height }, { width: JPEG_WIDTH, height: Number.POSITIVE_INFINITY }))
  }

  /** The pixels of the frame that was drawn, at most 640 x 360. */
  picture(): PersonPicture {
    const shown = this.#shown.size
    const size = within(shown, { width: LOOK_WIDTH, height: LOOK_HEIGHT })
    // Most cameras are 16:9: then both are the same.
    if (size.height === shown.height) return this.#shown.pixels()
    this.#looked.draw(this.#shown.canvas, size)
    return this.#looked.pixels()
  }

  /** null where it could not be made. */
  jpeg(quality: number): Promise<Blob | null> {
    return this.#shown.canvas.convertToBlob({ type: 'image/jpeg', quality }).catch(() => null)
  }
}

/** The largest size of the same shape that is no larger than the picture and than `most`. */
function within({ width, height }: Size, most: Size): Size {
  const scale = Math.min(1, most.width / width, most.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

class ReusedCanvas {
  readonly canvas = new OffscreenCanvas(1, 1)
  #context: OffscreenCanvasRenderingContext2D | null = null

  get size(): Size {
    return { width: this.canvas.width, height: this.canvas.height }
  }

  draw(source: CanvasImageSource, { width, height }: Size): void {
    if (this.canvas.width !== width) this.canvas.width = width
    if (this.canvas.height !== height) this.canvas.height = height
    this.#context ??= this.canvas.getContext('2d', { willReadFrequently: true })
    if (this.#context === null) throw new Error('This browser has no canvas in workers.')
    this.#context.drawImage(source, 0, 0, width, height)
  }

  pixels(): PersonPicture {
    const { width, height } = this.size
    if (this.#context === null) throw new Error('Nothing was drawn.')
    return { width, height, pixels: this.#context.getImageData(0, 0, width, height).data }
  }
}
