import type { PictureSize } from '../../lib/picture-size'
import type { PicturePart } from '../naming/detector'

interface OpenCanvas {
  readonly canvas: OffscreenCanvas
  readonly context: OffscreenCanvasRenderingContext2D
}

/** A canvas of the worker that is kept from picture to picture, in memory and not on the GPU. Throws where there is none. */
export class ReusedCanvas {
  #open: OpenCanvas | null = null
  #image: ImageData | null = null

  get canvas(): OffscreenCanvas {
    return this.#opened().canvas
  }

  get size(): PictureSize {
    const { width, height } = this.canvas
    return { width, height }
  }

  /** Draws all of the source at this size. */
  draw(source: CanvasImageSource, size: PictureSize): void {
    this.#sizedTo(size).drawImage(source, 0, 0, size.width, size.height)
  }

  /** Draws a part of the source, in pixels of it, at this size. */
  drawPart(source: CanvasImageSource, part: PicturePart, size: PictureSize): void {
    const { left, top, width, height } = part
    this.#sizedTo(size).drawImage(source, left, top, width, height, 0, 0, size.width, size.height)
  }

  put(image: ImageData): void {
    this.#sizedTo(image).putImageData(image, 0, 0)
  }

  /** Room for pixels of this size, the last one that was given back where it fits; the caller's own until it is given back. */
  takeImage({ width, height }: PictureSize): ImageData {
    const image = this.#image
    this.#image = null
    if (image?.width === width && image.height === height) return image
    return this.#opened().context.createImageData(width, height)
  }

  giveImage(image: ImageData): void {
    this.#image = image
  }

  pixels(): PictureSize & { readonly pixels: Uint8ClampedArray } {
    const { width, height } = this.size
    return { width, height, pixels: this.#opened().context.getImageData(0, 0, width, height).data }
  }

  #sizedTo({ width, height }: PictureSize): OffscreenCanvasRenderingContext2D {
    const { canvas, context } = this.#opened()
    if (canvas.width !== width) canvas.width = width
    if (canvas.height !== height) canvas.height = height
    return context
  }

  #opened(): OpenCanvas {
    if (this.#open !== null) return this.#open
    const canvas = new OffscreenCanvas(1, 1)
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (context === null) throw new Error('This browser has no canvas in workers.')
    this.#open = { canvas, context }
    return this.#open
  }
}
