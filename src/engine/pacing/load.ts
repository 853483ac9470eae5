import { lessSteps } from './less'

/** How long a machine may be behind on end before another step is taken; a clip of 15 s has use of it still. */
const BEHIND_LIMIT_MS = 2_000

/** How long a machine must keep up before the last step is taken back at first; longer than the pause between two clips. */
const FIRST_WAIT_MS = 15_000

/** A step that has to be taken again within this was taken back too soon. */
const TRIAL_MS = 30_000
const LONGEST_WAIT_MS = 600_000

/** Longest silence after which all still counts as well meanwhile. */
const SILENCE_MS = 4_000

/** Whether a machine keeps up, and what it does with less of. */
export interface Load {
  readonly phase: 'keeping-up' | 'behind'
  readonly sinceMs: number
  /** How many of the steps are taken, from the first on. */
  readonly taken: number
  readonly waitMs: number
  /** When the last step was taken back; null where that is on trial no longer. */
  readonly relievedAtMs: number | null
  readonly heardAtMs: number
}

export function noLoad(nowMs: number): Load {
  const fresh = { sinceMs: nowMs, taken: 0, waitMs: FIRST_WAIT_MS, relievedAtMs: null, heardAtMs: nowMs }
  return { phase: 'keeping-up', ...fresh }
}

/**
 * One step after two seconds behind, one back after 15 s without. One that had to be taken again makes the next wait twice as
 * long, so that a machine at its limit does not go up and down all the time.
 */
export function nextLoad(before: Load, isBehind: boolean, nowMs: number): Load {
  const phase = isBehind ? 'behind' : 'keeping-up'
  // A machine that is far behind is heard of seldom.
  const isAnew = phase !== before.phase || (!isBehind && nowMs - before.heardAtMs > SILENCE_MS)
  const load = { ...proven(before, nowMs), phase, heardAtMs: nowMs, sinceMs: isAnew ? nowMs : before.sinceMs } as const
  const lastedMs = nowMs - load.sinceMs
  if (isBehind) return lastedMs < BEHIND_LIMIT_MS || load.taken === lessSteps.length ? load : taken(load)
  if (load.taken === 0 || lastedMs < load.waitMs) return load
  return { ...load, taken: load.taken - 1, sinceMs: nowMs, relievedAtMs: nowMs }
}

/** What failed before may do now: a camera has left. */
export function hopeful(load: Load): Load {
  return { ...load, waitMs: FIRST_WAIT_MS }
}

function taken(load: Load): Load {
  const waitMs = load.relievedAtMs === null ? load.waitMs : Math.min(LONGEST_WAIT_MS, 2 * load.waitMs)
  return { ...load, taken: load.taken + 1, sinceMs: load.heardAtMs, relievedAtMs: null, waitMs }
}

/** What was taken back has lasted. */
function proven(load: Load, nowMs: number): Load {
  if (load.relievedAtMs === null || nowMs - load.relievedAtMs <= TRIAL_MS) return load
  return { ...load, relievedAtMs: null, waitMs: FIRST_WAIT_MS }
}
