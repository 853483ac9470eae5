import type { RoundResult } from '../report'

export type PushVerdict = Pick<RoundResult, 'acknowledged' | 'lost' | 'doubled'> & {
  /** Pushes that came again after a crash: the hub died between the answer of the push service and the note of it. */
  readonly again: number
}

/**
 * What a push service took beside the events that the hub acknowledged. Each is told at least once; one at a time goes to a
 * device, so that each death of the hub may repeat one, and no more.
 */
export function verdictOfPushes(told: readonly string[], taken: readonly string[], deaths: number): PushVerdict {
  const again = taken.length - new Set(taken).size
  return {
    acknowledged: told.length,
    lost: told.filter((event) => !taken.includes(event)).length,
    doubled: Math.max(0, again - deaths),
    again: Math.min(again, deaths),
  }
}
