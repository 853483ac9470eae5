import { counterBits } from '../../scripts/footage/counter.mjs'

/** A frame that a page showed: its number (footage/counter.mjs), and when, in ms since the epoch. */
export interface SeenFrame {
  readonly number: number
  readonly atMs: number
}

/** How a page reads the numbers of its video, which it does for so long. */
export interface Reading {
  readonly selector: string
  readonly forMs: number
  readonly bits: number
}

export const readingOf = (selector: string, seconds: number): Reading => ({
  selector,
  forMs: 1000 * seconds,
  bits: counterBits,
})

/** Runs in the viewer's page: notes each frame that its video shows, and when the screen has it. */
export function readShown({ selector, forMs, bits }: Reading): Promise<{ number: number; atMs: number }[]> {
  const video = document.querySelector(selector)
  if (!(video instanceof HTMLVideoElement)) throw new Error(`There is no video at ${selector}.`)
  const pen = new OffscreenCanvas(bits * 4, 4).getContext('2d', { willReadFrequently: true })
  if (pen === null) throw new Error('This browser draws nothing.')
  const frames: { number: number; atMs: number }[] = []
  const endsAtMs = performance.now() + forMs
  return new Promise((resolve) => {
    const note = (nowMs: number, { expectedDisplayTime }: VideoFrameCallbackMetadata) => {
      const side = video.videoHeight / 9
      pen.drawImage(video, 0, 0, bits * side, side, 0, 0, bits * 4, 4)
      const { data } = pen.getImageData(0, 2, bits * 4, 1)
      let number = 0
      for (let bit = 0; bit < bits; bit++) if ((data[4 * (bit * 4 + 2)] ?? 0) > 128) number |= 1 << bit
      frames.push({ number, atMs: performance.timeOrigin + expectedDisplayTime })
      if (nowMs < endsAtMs) video.requestVideoFrameCallback(note)
      else resolve(frames)
    }
    video.requestVideoFrameCallback(note)
  })
}

/** Runs in the camera's page: notes each frame as the browser hands it over, before anything is done with it. */
export async function readGiven({ selector, forMs, bits }: Reading): Promise<{ number: number; atMs: number }[]> {
  const video = document.querySelector(selector)
  const stream = video instanceof HTMLVideoElement ? video.srcObject : null
  if (!(stream instanceof MediaStream)) throw new Error(`There is no camera's picture at ${selector}.`)
  const pen = new OffscreenCanvas(bits * 4, 4).getContext('2d', { willReadFrequently: true })
  const track = stream.getVideoTracks()[0]?.clone()
  if (pen === null || track === undefined) throw new Error('This browser draws nothing.')
  const reader = new MediaStreamTrackProcessor({ track }).readable.getReader()
  const frames: { number: number; atMs: number }[] = []
  const endsAtMs = performance.now() + forMs
  while (performance.now() < endsAtMs) {
    const { value: frame } = await reader.read()
    const atMs = performance.timeOrigin + performance.now()
    if (frame === undefined) break
    const side = frame.displayHeight / 9
    pen.drawImage(frame, 0, 0, bits * side, side, 0, 0, bits * 4, 4)
    frame.close()
    const { data } = pen.getImageData(0, 2, bits * 4, 1)
    let number = 0
    for (let bit = 0; bit < bits; bit++) if ((data[4 * (bit * 4 + 2)] ?? 0) > 128) number |= 1 << bit
    frames.push({ number, atMs })
  }
  await reader.cancel()
  track.stop()
  return frames
}

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
