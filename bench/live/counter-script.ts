import { counterBits } from '../../scripts/footage/counter.mjs'

/** A frame that a page showed: its number (footage/counter.mjs), and when, in ms since the epoch. */
export interface SeenFrame {
  readonly number: number
  readonly atMs: number
}

/**
 * Runs in the page: notes each frame that the video shows for so long. `moment`: when the camera gave it, or when this
 * screen shows it.
 */
export function readFrames(given: {
  readonly selector: string
  readonly moment: 'capture' | 'display'
  readonly forMs: number
  readonly bits: number
}): Promise<{ number: number; atMs: number }[]> {
  const { selector, moment, forMs, bits } = given
  const video = document.querySelector(selector)
  if (!(video instanceof HTMLVideoElement)) throw new Error(`There is no video at ${selector}.`)
  const canvas = new OffscreenCanvas(bits * 4, 4)
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  if (pen === null) throw new Error('This browser draws nothing.')
  const frames: { number: number; atMs: number }[] = []
  const endsAtMs = performance.now() + forMs
  return new Promise((resolve) => {
    const note = (nowMs: number, metadata: VideoFrameCallbackMetadata) => {
      const side = video.videoHeight / 9
      pen.drawImage(video, 0, 0, bits * side, side, 0, 0, bits * 4, 4)
      const { data } = pen.getImageData(0, 2, bits * 4, 1)
      let number = 0
      for (let bit = 0; bit < bits; bit++) if ((data[4 * (bit * 4 + 2)] ?? 0) > 128) number |= 1 << bit
      const atMs = moment === 'capture' ? (metadata.captureTime ?? nowMs) : metadata.expectedDisplayTime
      frames.push({ number, atMs: performance.timeOrigin + atMs })
      if (nowMs < endsAtMs) video.requestVideoFrameCallback(note)
      else resolve(frames)
    }
    video.requestVideoFrameCallback(note)
  })
}

export const readingOf = (selector: string, moment: 'capture' | 'display', seconds: number) => ({
  selector,
  moment,
  forMs: 1000 * seconds,
  bits: counterBits,
})

/** Runs in the page: clicks, and resolves to how long it took until a video in the dialog showed its first frame, in ms. */
export async function openAndAwaitFrame(given: {
  readonly button: string
  readonly selector: string
  readonly limitMs: number
}) {
  const button = [...document.querySelectorAll('button')].find(
    ({ textContent }) => textContent?.trim() === given.button,
  )
  if (button === undefined) throw new Error(`There is no button ${given.button}.`)
  const beganMs = performance.now()
  button.click()
  for (;;) {
    const video = document.querySelector(given.selector)
    if (video instanceof HTMLVideoElement && video.readyState >= video.HAVE_CURRENT_DATA && video.videoWidth > 0) {
      return performance.now() - beganMs
    }
    if (performance.now() - beganMs > given.limitMs) return Number.NaN
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
}
