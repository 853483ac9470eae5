import type { CheckResult } from '../../src/engine/motion/motion-port'

/** What a check may answer, in short. */
export const nothing: CheckResult = { kind: 'nothing' }
export const unmeasurable: CheckResult = { kind: 'unmeasurable' }
export const lost: CheckResult = { kind: 'lost' }

export function differs(difference: number): CheckResult {
  return { kind: 'difference', difference }
}
