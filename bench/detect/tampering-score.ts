import type { Tampering } from '../../src/engine/tampering/tampering-sense'
import type { TamperingScene } from './scenes/tampering'
import type { ToldTampering } from './tampering-run'

/** In time is within this of the act (BENCH-11). */
const LIMIT_SEC = 10

export const kinds: readonly Tampering[] = ['covered', 'turned', 'frozen', 'darkened']

/** How often each was told in the scenes of a group. */
export interface TamperingScore {
  readonly group: string
  readonly truth: Tampering | null
  readonly scenes: number
  /** In time, by what was told first. */
  readonly told: ReadonlyMap<Tampering, number>
  /** Before or after the act's time, a second time for one act, or where nothing was done. */
  readonly false: number
  readonly latenciesSec: readonly number[]
}

export function emptyScore(group: string, truth: Tampering | null): TamperingScore {
  return { group, truth, scenes: 0, told: new Map(), false: 0, latenciesSec: [] }
}

export function addScene(
  score: TamperingScore,
  truth: TamperingScene['truth'],
  told: readonly ToldTampering[],
): TamperingScore {
  const [first, ...more] = told
  const latencySec = first === undefined || truth === null ? null : first.atSec - truth.atSec
  if (first === undefined || latencySec === null || latencySec < 0 || latencySec > LIMIT_SEC) {
    return { ...score, scenes: score.scenes + 1, false: score.false + told.length }
  }
  return {
    ...score,
    scenes: score.scenes + 1,
    told: new Map(score.told).set(first.kind, (score.told.get(first.kind) ?? 0) + 1),
    false: score.false + more.length,
    latenciesSec: [...score.latenciesSec, latencySec],
  }
}

/** Scenes of an act that were told in time, whatever it was called. */
export function toldOf({ told }: TamperingScore): number {
  return [...told.values()].reduce((sum, count) => sum + count, 0)
}
