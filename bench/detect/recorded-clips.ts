import {
  CLIP_LENGTH_MS,
  CLIP_PRE_ROLL_MS,
  DEFAULT_SENSITIVITY_PERCENT,
  RECORDING_COOLDOWN_MS,
} from '../../src/contract/limits'
import { isMotion } from '../../src/engine/motion/threshold'
import { firstEndMs } from '../../src/engine/recording/clip-length'
import { mayRecord } from '../../src/engine/recording/recording-cycle'
import { CHECK_SEC } from './scenes/canvas'

/** A clip that a camera records of a film, in milliseconds from the film's first frame. */
export interface RecordedClip {
  /** When motion began it: its beginning lies before that, by what was kept of the time before. */
  readonly triggeredAtMs: number
  readonly startMs: number
  readonly endMs: number
}

const lengths = { clipLengthMs: CLIP_LENGTH_MS, preRollMs: CLIP_PRE_ROLL_MS }

/** Whole milliseconds: sums of tenths of a second are none. */
export function checkAtMs(check: number): number {
  return Math.round(1_000 * CHECK_SEC * check)
}

/** Whether a check sees motion at the sensitivity that users find. */
export function hasMotion(difference: number | null): difference is number {
  return difference !== null && isMotion(difference, DEFAULT_SENSITIVITY_PERCENT)
}

/** The clips of a camera that is watched from the film's first frame on, as src/engine/recording/clip-cycle.ts makes them. */
export function recordedClips(differences: readonly (number | null)[]): RecordedClip[] {
  const clips: RecordedClip[] = []
  differences.forEach((difference, check) => {
    const nowMs = checkAtMs(check)
    const cycle = { phase: 'idle', lastEndedAtMs: clips.at(-1)?.endMs ?? null } as const
    if (!hasMotion(difference) || !mayRecord(cycle, nowMs, RECORDING_COOLDOWN_MS)) return
    const startMs = Math.max(0, nowMs - CLIP_PRE_ROLL_MS)
    clips.push({ triggeredAtMs: nowMs, startMs, endMs: firstEndMs(startMs, lengths) })
  })
  return clips
}
