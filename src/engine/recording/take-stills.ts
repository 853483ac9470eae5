import { limitAwake } from '../../lib/time-limit'
import { type Cancel, pageClock } from '../clock'

/** How large a still may be. */
export interface StillLimits {
  /** How long the longest edge is, in pixels. */
  readonly edge: number
  readonly mostBytes: number
}

/** Decoding the clip of a minute takes seconds on a weak machine. */
const TAKE_LIMIT_MS = 20_000

/** One that is too large at the first is tried at the next. */
const QUALITIES = [0.6, 0.4] as const

/**
 * Small JPEG pictures of a clip at these moments, oldest first, each frame once; a moment behind the clip's end shows its last
 * frame. None where the clip cannot be read in time. Never rejects. The reader of containers is loaded with the first.
 */
export async function takeStills(clip: Blob, momentsMs: readonly number[], limits: StillLimits): Promise<Blob[]> {
  const stop = new AbortController()
  let cancelLimit: Cancel = () => undefined
  const late = new Promise<Blob[]>((resolve) => {
    cancelLimit = limitAwake(pageClock, TAKE_LIMIT_MS, () => {
      stop.abort()
      resolve([])
    })
  })
  try {
    return await Promise.race([read(clip, momentsMs, limits, stop.signal), late])
  } catch {
    // A clip that this browser cannot decode: nothing is shown of it but its thumbnail.
    return []
  } finally {
    cancelLimit()
  }
}

async function read(
  clip: Blob,
  momentsMs: readonly number[],
  { edge, mostBytes }: StillLimits,
  signal: AbortSignal,
): Promise<Blob[]> {
  const [{ CanvasSink }, { inputOf }] = await Promise.all([import('mediabunny'), import('../transcode/film-input')])
  const input = inputOf(clip)
  try {
    const track = await input.getPrimaryVideoTrack()
    if (track === null) return []
    const scale = Math.min(1, edge / Math.max(track.displayWidth, track.displayHeight))
    const width = Math.max(1, Math.round(track.displayWidth * scale))
    const height = Math.max(1, Math.round(track.displayHeight * scale))
    const firstSec = await track.getFirstTimestamp()
    const timesSec = [...momentsMs].sort((a, b) => a - b).map((ms) => firstSec + ms / 1000)
    const sink = new CanvasSink(track, { width, height, fit: 'fill' })
    const stills: Blob[] = []
    let lastSec: number | null = null
    for await (const frame of sink.canvasesAtTimestamps(timesSec)) {
      if (signal.aborted) break
      if (frame === null || frame.timestamp === lastSec) continue
      lastSec = frame.timestamp
      const still = await fitting(frame.canvas, mostBytes)
      if (still !== null) stills.push(still)
    }
    return stills
  } finally {
    input.dispose()
  }
}

async function fitting(canvas: HTMLCanvasElement | OffscreenCanvas, mostBytes: number): Promise<Blob | null> {
  for (const quality of QUALITIES) {
    const jpeg = await jpegOf(canvas, quality)
    if (jpeg !== null && jpeg.size <= mostBytes) return jpeg
  }
  return null
}

function jpegOf(canvas: HTMLCanvasElement | OffscreenCanvas, quality: number): Promise<Blob | null> {
  if ('convertToBlob' in canvas) return canvas.convertToBlob({ type: 'image/jpeg', quality })
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}
