import { LookBudget } from '../../../src/engine/naming/look-budget'
import type { Box } from '../../../src/lib/box'
import { checkAtMs, hasMotion, type RecordedClip, recordedClips } from '../recorded-clips'

/** Of the motion detector, check by check. */
export interface MotionLog {
  readonly differences: readonly (number | null)[]
  readonly moved: readonly (readonly Box[])[]
}

/** What the camera would record, and what of it would be looked at. */
export interface ClipPlan {
  readonly clips: readonly RecordedClip[]
  /** Checks whose frames the detector would be given, and how many parts of each it would have time for. */
  readonly looks: ReadonlyMap<number, number>
}

/** What a look costs on the machine that the plan is made for, in milliseconds: most of bench:browser --person take less. */
const LOOK_MS = 110

/** The camera is recording a clip at this moment: its pre-roll is over. */
export function isRecordedAt({ triggeredAtMs, endMs }: RecordedClip, atMs: number): boolean {
  return atMs >= triggeredAtMs && atMs < endMs
}

/**
 * The clips of one camera and the frames that are looked at, as src/engine/naming/naming-watch.ts does: those whose check
 * finds motion, also between two clips, since the next one reaches back to them; while one is recorded also those in which
 * something moves too little for that.
 */
export function planClips({ differences, moved }: MotionLog): ClipPlan {
  const clips = recordedClips(differences)
  const looks = new Map<number, number>()
  let atMs = 0
  const budget = new LookBudget({ monotonicMs: () => atMs })
  differences.forEach((difference, check) => {
    atMs = checkAtMs(check)
    const isRecording = clips.some((clip) => isRecordedAt(clip, atMs))
    const isMoving = hasMotion(difference) || (isRecording && (moved[check] ?? []).length > 0)
    const affordable = isMoving ? budget.affordable : 0
    if (affordable === 0) return
    looks.set(check, affordable)
    budget.spend(affordable * LOOK_MS, affordable)
  })
  return { clips, looks }
}
