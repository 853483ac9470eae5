import { isMotion } from '../../../src/engine/motion/threshold'
import type { Box } from '../../../src/lib/box'
import { CHECK_SEC } from '../scenes/canvas'

/** Of the motion detector, check by check. */
export interface MotionLog {
  readonly differences: readonly (number | null)[]
  readonly regions: readonly (Box | null)[]
}

/** What the camera would record. */
export interface PlannedClip {
  readonly startSec: number
  readonly endSec: number
  /** Checks whose frames the person detector would be given. */
  readonly looks: readonly number[]
}

/** As users find it (REC-07). */
const SENSITIVITY_PERCENT = 50
const CLIP_SEC = 15
const COOLDOWN_SEC = 5
/** Four times a second at most (PERSON-01): at each check. */
const PAUSE_SEC = 0.25
/** Check times are sums of thirds. */
const EPSILON_SEC = 1e-6

/**
 * The clips of one camera and the frames that are looked at: those after a check that saw something move, while it still
 * moves, as src/engine/person/person-watch.ts does. What is seen before a clip begins is left out.
 */
export function planClips({ differences, regions }: MotionLog): PlannedClip[] {
  const clips: (PlannedClip & { looks: number[] })[] = []
  let lastLookSec = Number.NEGATIVE_INFINITY
  let wasMoving = false
  differences.forEach((difference, check) => {
    const timeSec = check * CHECK_SEC
    const hasMotion = difference !== null && isMotion(difference, SENSITIVITY_PERCENT)
    const last = clips.at(-1)
    const mayBegin = last === undefined || timeSec >= last.endSec + COOLDOWN_SEC - EPSILON_SEC
    if (hasMotion && mayBegin) clips.push({ startSec: timeSec, endSec: timeSec + CLIP_SEC, looks: [] })
    const clip = clips.at(-1)
    const isRecording = clip !== undefined && timeSec < clip.endSec - EPSILON_SEC
    const isMoving = hasMotion || (isRecording && regions[check] != null)
    if (isRecording && isMoving && wasMoving && timeSec >= lastLookSec + PAUSE_SEC - EPSILON_SEC) {
      clip.looks.push(check)
      lastLookSec = timeSec
    }
    wasMoving = isMoving
  })
  return clips
}
