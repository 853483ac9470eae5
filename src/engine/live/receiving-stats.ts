import type { PictureFigures } from './receiver-ports'

/** What is read of a report of RTCPeerConnection.getStats, sums since the connection began. */
export interface ReceivedSums {
  readonly framesDecoded: number
  /** Seconds that frames waited to be even, and how many there were. */
  readonly waitedSec: number
  readonly waitedFrames: number
  /** Seconds from a frame's first packet to its decoded picture, waiting among them; null where it is not told. */
  readonly processedSec: number | null
  readonly roundTripSec: number | null
}

const number = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** null: nothing of a picture is in it yet. */
export function readSums(report: RTCStatsReport): ReceivedSums | null {
  let video: Record<string, unknown> | null = null
  let roundTripSec: number | null = null
  report.forEach((entry: Record<string, unknown>) => {
    if (entry['type'] === 'inbound-rtp' && entry['kind'] === 'video') video = entry
    const isChosen = entry['nominated'] === true || entry['selected'] === true
    if (entry['type'] === 'candidate-pair' && isChosen) roundTripSec = number(entry['currentRoundTripTime'])
  })
  const framesDecoded = number(video?.['framesDecoded'])
  if (framesDecoded === null) return null
  return {
    framesDecoded,
    waitedSec: number(video?.['jitterBufferDelay']) ?? 0,
    waitedFrames: number(video?.['jitterBufferEmittedCount']) ?? 0,
    processedSec: number(video?.['totalProcessingDelay']),
    roundTripSec,
  }
}

/**
 * How the picture stood between two reports. The delay is from the camera's picture to this screen: half a frame for its
 * turn at the encoder and one for the encoder itself, which only the camera could measure, the way, and what it took here.
 */
export function figuresBetween(before: ReceivedSums, after: ReceivedSums, passedMs: number): PictureFigures {
  const frames = after.framesDecoded - before.framesDecoded
  const framesPerSecond = (frames / passedMs) * 1_000
  if (frames <= 0) return { delayMs: null, framesPerSecond: 0 }
  const waited = after.waitedFrames - before.waitedFrames
  const hereSec =
    after.processedSec !== null && before.processedSec !== null
      ? (after.processedSec - before.processedSec) / frames
      : waited > 0
        ? (after.waitedSec - before.waitedSec) / waited
        : 0
  const encodingMs = 1_500 / Math.max(framesPerSecond, 1)
  const wayMs = ((after.roundTripSec ?? 0) * 1_000) / 2
  return { delayMs: Math.min(encodingMs, 100) + wayMs + hereSec * 1_000, framesPerSecond }
}
