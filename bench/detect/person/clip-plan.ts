import { isMotion } from '../../../src/engine/motion/threshold'
import { LookBudget } from '../../../src/engine/naming/look-budget'
import type { Box } from '../../../src/lib/box'
import { CHECK_SEC } from '../scenes/canvas'

/** Of the motion detector, check by check. */
export interface MotionLog {
  readonly differences: readonly (number | null)[]
  readonly moved: readonly (readonly Box[])[]
}

/** What the camera would record. */
export interface PlannedClip {
  readonly startSec: number
  readonly endSec: number
  /** Checks whose frames the detector would be given, and how many parts of each it would have time for. */
  readonly looks: ReadonlyMap<number, number>
}

/** As users find it (REC-07). */
const SENSITIVITY_PERCENT = 50
const CLIP_SEC = 15
const COOLDOWN_SEC = 5
/** What a look costs on the machine that the plan is made for, in milliseconds: as measured by bench:browser --person. */
const LOOK_MS = 110
/** Check times are sums of thirds. */
const EPSILON_SEC = 1e-6

/**
 * The clips of one camera and the frames that are looked at: those whose check saw something
 * move, as src/engine/naming/naming-watch.ts does. What is seen before a clip begins is left out.
 */
export function planClips({ differences, moved }: MotionLog): PlannedClip[] {
  const clips: (PlannedClip & { looks: Map<number, number> })[] = []
  let timeSec = 0
  const budget = new LookBudget({ monotonicMs: () => 1_000 * timeSec })
  differences.forEach((difference, check) => {
    timeSec = check * CHECK_SEC
    const hasMotion = difference !== null && isMotion(difference, SENSITIVITY_PERCENT)
    const last = clips.at(-1)
    const mayBegin = last === undefined || timeSec >= last.endSec + COOLDOWN_SEC - EPSILON_SEC
    if (hasMotion && mayBegin) clips.push({ startSec: timeSec, endSec: timeSec + CLIP_SEC, looks: new Map() })
    const clip = clips.at(-1)
    const isRecording = clip !== undefined && timeSec < clip.endSec - EPSILON_SEC
    const isMoving = hasMotion || (isRecording && (moved[check] ?? []).length > 0)
    const looks = isRecording && isMoving ? budget.affordable : 0
    if (looks > 0) {
      clip?.looks.set(check, looks)
      budget.spend(looks * LOOK_MS, looks)
    }
  })
  return clips
}
