import { expect } from 'vitest'
import type { DetectionOptions } from '../../../src/engine/motion/detection'
import type { CheckResult } from '../../../src/engine/motion/motion-port'

/** What a check may answer, in short. */
export const nothing: CheckResult = { kind: 'nothing' }
export const unmeasurable: CheckResult = { kind: 'unmeasurable' }
export const lost: CheckResult = { kind: 'lost' }

/** An answer that was measured; `isRepeat` where the picture stood still. */
export function measured(difference: number, isRepeat = false, brightness = 100): CheckResult {
  return {
    kind: 'measured',
    measurement: { difference, brightness, isRepeat, moved: [], heat: null, scene: null },
  }
}

/** Matches an answer with this D, whatever else was measured. `difference` may be a matcher itself. */
export function differs(difference: unknown): unknown {
  return { kind: 'measured', measurement: expect.objectContaining({ difference }) }
}

/** The classic measure over the whole frame, as on a machine within its budget. */
export const classic: DetectionOptions = { method: 'classic', ignoredZones: [], analysisWidth: 480, wantsHeat: false }
