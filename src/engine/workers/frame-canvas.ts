import type { PictureSize } from '../../lib/picture-size'
import { ReusedCanvas } from './reused-canvas'

/**
 * Puts frames on a canvas. A frame that is drawn by itself leaves an image of its own in the browser's cache, some 4 MB
 * at 720p and 450 MB before they go, and costs more than twice as much as its pixels do that are copied (README, "Pictures").
 */
export class FrameCanvas {
  readonly #whole = new ReusedCanvas()
  readonly #scaled = new ReusedCanvas()

  /**
   * The frame at the size that `sizeOf` makes of its own; the canvas holds until the next frame. Closes the frame, whatever
   * happens: the camera's pool is small. Rejects where it cannot be drawn.
   */
  async show(frame: VideoFrame, sizeOf: (own: PictureSize) => PictureSize): Promise<ReusedCanvas> {
    try {
      const size = sizeOf({ width: frame.displayWidth, height: frame.displayHeight })
      if (!(await this.#copy(frame))) {
        this.#scaled.draw(frame, size)
        return this.#scaled
      }
      const { width, height } = this.#whole.size
      if (width === size.width && height === size.height) return this.#whole
      this.#scaled.draw(this.#whole.canvas, size)
      return this.#scaled
    } finally {
      frame.close()
    }
  }

  /** Whether all of the frame's pixels came. */
  async #copy(frame: VideoFrame): Promise<boolean> {
    const size = frame.visibleRect
    if (size === null || !isCopiedUpright(frame) || !isCopiedInColour(frame, size)) return false
    const image = this.#whole.takeImage(size)
    try {
      await frame.copyTo(image.data, { format: 'RGBA' })
    } catch {
      return false
    }
    this.#whole.put(image)
    this.#whole.giveImage(image)
    return true
  }
}

/** Turned frames are copied as they lie; browsers that know of none do not say. */
function isCopiedUpright(frame: VideoFrame & { readonly rotation?: number; readonly flip?: boolean }): boolean {
  return (frame.rotation ?? 0) === 0 && !(frame.flip ?? false)
}

/** Browsers that do not know the wish copy the frame's own planes, which are smaller; frames of the GPU have none. */
function isCopiedInColour(frame: VideoFrame, { width, height }: PictureSize): boolean {
  try {
    return frame.format !== null && frame.allocationSize({ format: 'RGBA' }) === 4 * width * height
  } catch {
    return false
  }
}
