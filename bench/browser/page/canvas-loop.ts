import type { CheckCounts } from './check-counts'

const CHECK_INTERVAL_MS = 300
const WIDTH = 320
const HEIGHT = 180

/** The naive detector: draws the video, reads its pixels and compares them, on the main thread. */
export function startCanvasLoop(video: HTMLVideoElement, counts: CheckCounts): void {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser has no canvas.')
  let previous: Uint8ClampedArray | null = null
  setInterval(() => {
    context.drawImage(video, 0, 0, WIDTH, HEIGHT)
    const { data } = context.getImageData(0, 0, WIDTH, HEIGHT)
    // Kept, so that the loop cannot be left out; shown nowhere, since showing costs.
    if (previous !== null) counts.keep(meanDifference(previous, data))
    previous = data
    counts.count()
  }, CHECK_INTERVAL_MS)
}

function meanDifference(a: Uint8ClampedArray, b: Uint8ClampedArray): number {
  let sum = 0
  for (let i = 0; i < a.length; i += 4) {
    const red = Math.abs((a[i] ?? 0) - (b[i] ?? 0))
    const green = Math.abs((a[i + 1] ?? 0) - (b[i + 1] ?? 0))
    const blue = Math.abs((a[i + 2] ?? 0) - (b[i + 2] ?? 0))
    sum += red + green + blue
  }
  return sum / (WIDTH * HEIGHT * 3)
}
