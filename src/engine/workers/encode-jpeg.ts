import { FrameCanvas } from './frame-canvas'

/** Makes JPEGs of frames, off the main thread. */
export class JpegEncoder {
  readonly #canvas = new FrameCanvas()

  /** At most `maxWidth` wide; `quality` from 0 to 1. null where it could not be made. Closes the frame. */
  async encode(frame: VideoFrame, maxWidth: number, quality: number): Promise<Blob | null> {
    try {
      const shown = await this.#canvas.show(frame, ({ width, height }) => {
        const scale = Math.min(1, maxWidth / width)
        return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
      })
      return await shown.canvas.convertToBlob({ type: 'image/jpeg', quality })
    } catch {
      return null
    }
  }
}
