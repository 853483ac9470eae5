/** Draws a frame at most `maxWidth` wide and makes a JPEG of it, off the main thread. Closes the frame. */
export async function encodeJpeg(frame: VideoFrame, maxWidth: number, quality: number): Promise<Blob | null> {
  try {
    const canvas = draw(frame, maxWidth)
    return (await canvas?.convertToBlob({ type: 'image/jpeg', quality })) ?? null
  } catch {
    return null
  }
}

/** The camera's pool of frames is small: this one goes back before the slow part begins. */
function draw(frame: VideoFrame, maxWidth: number): OffscreenCanvas | null {
  try {
    const scale = Math.min(1, maxWidth / frame.displayWidth)
    const width = Math.max(1, Math.round(frame.displayWidth * scale))
    const height = Math.max(1, Math.round(frame.displayHeight * scale))
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d')
    context?.drawImage(frame, 0, 0, width, height)
    return context === null ? null : canvas
  } finally {
    frame.close()
  }
}
