import type { PictureSize } from '../../lib/picture-size'
import type { SendPace } from './send-pace'

/** What one viewer is sent at most. */
export interface SendLimits {
  readonly scaleResolutionDownBy: number
  readonly maxFramerate: number
  /** Most bits a second. */
  readonly maxBitrate: number
}

/** What a picture of a room takes; enough for the noise of a dark one. */
const BITS_PER_PIXEL = 0.15
const LEAST_BITRATE = 150_000
const HIGHEST_BITRATE = 2_500_000

/** A tile of a wall is one of several: so narrow a picture moves well enough at the lower rate. */
const TILE_WIDTH = 320
const TILE_FRAMES_PER_SEC = 10

/** No smaller than this, so that a person can still be told from a chair. */
const LEAST_WIDTH = 160

/**
 * No more than the viewer shows, and than the machine can spare. The picture is shown whole, so that the tighter side
 * counts. `source` is null where the camera does not say how large its picture is.
 */
export function sendLimits(source: PictureSize | null, shown: PictureSize, pace: SendPace): SendLimits {
  const { width, height } = source ?? shown
  const wanted = Math.max(width / shown.width, height / shown.height, 1) * pace.shrinkBy
  const scaleResolutionDownBy = Math.max(1, Math.min(wanted, width / LEAST_WIDTH))
  const framesPerSec = shown.width < TILE_WIDTH ? Math.min(TILE_FRAMES_PER_SEC, pace.framesPerSec) : pace.framesPerSec
  const pixels = (width / scaleResolutionDownBy) * (height / scaleResolutionDownBy)
  const bitrate = Math.round(pixels * framesPerSec * BITS_PER_PIXEL)
  return {
    scaleResolutionDownBy,
    maxFramerate: framesPerSec,
    maxBitrate: Math.min(HIGHEST_BITRATE, Math.max(LEAST_BITRATE, bitrate)),
  }
}

/** The size of the picture of a camera's track; null where it does not say. */
export function sizeOf(track: MediaStreamTrack): PictureSize | null {
  const { width, height } = track.getSettings()
  return width === undefined || height === undefined || width === 0 || height === 0 ? null : { width, height }
}
