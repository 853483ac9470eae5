import { openFilm } from '../../engine/transcode'

/**
 * Frames kept before a motion come at the pace of the checks (every 300 ms or more), frames recorded from it on at
 * least every 165 ms (src/engine/recording/README.md): a gap of this length or more lies before the motion.
 */
const LEAST_KEPT_GAP_SEC = 0.22

/** Fewer such gaps may be chance; a pre-roll of the least length has more. */
const LEAST_KEPT_GAPS = 3

/** A device that falters, or the last frame of the clip before, may put a short gap between long ones. */
const KEPT_SHARE = 0.8

/** So many close frames must follow, or it was no beginning. */
const CLOSE_GAPS = 5

/** How many seconds of a clip must be read to find its motion: the longest pre-roll, and what follows it. */
const MOTION_SEARCH_SEC = 7

/**
 * When a clip's motion began, in seconds from the clip's first frame, by the rhythm of its frames: slow before it,
 * quick from it on. null where the rhythm tells nothing, as in clips of other makers and in those without pre-roll.
 */
export function motionMoment(frameTimesSec: readonly number[]): number | null {
  const gaps = frameTimesSec.slice(1).map((atSec, index) => atSec - (frameTimesSec[index] ?? 0))
  const isKept = (gap: number) => gap >= LEAST_KEPT_GAP_SEC
  const begins = gaps.findIndex((_, index) => {
    const next = gaps.slice(index, index + CLOSE_GAPS)
    return next.length === CLOSE_GAPS && !next.some(isKept)
  })
  const kept = gaps.slice(0, begins).filter(isKept).length
  if (begins === -1 || kept < LEAST_KEPT_GAPS || kept < begins * KEPT_SHARE) return null
  return (frameTimesSec[begins] ?? 0) - (frameTimesSec[0] ?? 0)
}

/**
 * Seconds into a recording at which its motion began, by the times of its frames; nothing is decoded. null where they
 * do not tell, and where the file cannot be read. The reader of containers is loaded here, when it is first needed.
 */
export async function findMotion(content: Blob): Promise<number | null> {
  const [{ EncodedPacketSink }, input] = await Promise.all([import('mediabunny'), openFilm(content)])
  try {
    const track = await input.getPrimaryVideoTrack()
    if (track === null) return null
    const timesSec: number[] = []
    for await (const { timestamp } of new EncodedPacketSink(track).packets(undefined, undefined, {
      metadataOnly: true,
    })) {
      timesSec.push(timestamp)
      if (timestamp > (timesSec[0] ?? 0) + MOTION_SEARCH_SEC) break
    }
    return motionMoment(timesSec)
  } catch {
    // Not a file that it knows.
    return null
  } finally {
    input.dispose()
  }
}
