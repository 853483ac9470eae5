import type { PowerSign } from '../../contract/tampering'
import { MINUTE_MS } from '../../lib/durations'
import type { Battery } from '../services'

/** A plug must be out this long before anybody is told, */
export const OUT_MS = 10_000
/** and in this long before it counts as back, */
export const BACK_MS = 30_000
/** or this long when it fell out again soon after: one that is loose is told of as out (SENSE-03). */
export const LOOSE_BACK_MS = 10 * MINUTE_MS
/** Below this a battery that is not charged is told of (SENSE-02). */
const LOW_LEVEL = 0.2

/** What people are told of. */
export type PowerAlert = Exclude<PowerSign, 'power-back'>

export type PowerState =
  /** Nothing was read yet; told: what an earlier page told, whose end is still to come. */
  | { readonly phase: 'unread'; readonly told: readonly PowerAlert[] }
  | { readonly phase: 'plugged-in'; readonly backAtMs: number | null }
  /** Out for a moment. */
  | { readonly phase: 'leaving'; readonly sinceMs: number; readonly backAtMs: number | null }
  | { readonly phase: 'on-battery'; readonly told: readonly PowerAlert[]; readonly stayMs: number }
  /** In again for a moment. */
  | {
      readonly phase: 'returning'
      readonly sinceMs: number
      readonly told: readonly PowerAlert[]
      readonly stayMs: number
    }

/** Something to tell, and when it began. */
export interface SensedSign {
  readonly sign: PowerSign
  readonly atMs: number
}

export interface PowerStep {
  readonly state: PowerState
  readonly signs: readonly SensedSign[]
  /** After so long there may be more to tell, though nothing changes; null: not before something does. */
  readonly waitMs: number | null
}

/** What a device may tell of: nothing while none of its cameras is to watch. */
export type WantedAlerts = ReadonlySet<PowerAlert>

/** One look at the battery. Whoever began on battery power is told of nothing: no plug was pulled. */
export function sensePower(state: PowerState, battery: Battery, wanted: WantedAlerts, nowMs: number): PowerStep {
  switch (state.phase) {
    case 'unread':
      if (!battery.isPluggedIn) return onBattery({ told: state.told, stayMs: BACK_MS }, battery, wanted, nowMs)
      return state.told.length === 0
        ? still({ phase: 'plugged-in', backAtMs: null })
        : returning({ sinceMs: nowMs, told: state.told, stayMs: BACK_MS }, nowMs)
    case 'plugged-in':
      if (battery.isPluggedIn) return still(state)
      return leaving({ sinceMs: nowMs, backAtMs: state.backAtMs }, battery, wanted, nowMs)
    case 'leaving':
      if (battery.isPluggedIn) return still({ phase: 'plugged-in', backAtMs: state.backAtMs })
      return leaving(state, battery, wanted, nowMs)
    case 'on-battery':
      if (!battery.isPluggedIn) return onBattery(state, battery, wanted, nowMs)
      return returning({ sinceMs: nowMs, told: state.told, stayMs: state.stayMs }, nowMs)
    case 'returning':
      if (battery.isPluggedIn) return returning(state, nowMs)
      return onBattery({ told: state.told, stayMs: LOOSE_BACK_MS }, battery, wanted, nowMs)
  }
}

type Of<Phase extends PowerState['phase']> = Omit<Extract<PowerState, { phase: Phase }>, 'phase'>

/** A clock that was set back must not have anybody wait for hours: the wait begins anew. */
function notAhead(sinceMs: number, nowMs: number): number {
  return Math.min(sinceMs, nowMs)
}

function still(state: PowerState): PowerStep {
  return { state, signs: [], waitMs: null }
}

function leaving(of: Of<'leaving'>, battery: Battery, wanted: WantedAlerts, nowMs: number): PowerStep {
  const { backAtMs } = of
  const sinceMs = notAhead(of.sinceMs, nowMs)
  const leftMs = OUT_MS - (nowMs - sinceMs)
  if (leftMs > 0) return { state: { phase: 'leaving', sinceMs, backAtMs }, signs: [], waitMs: leftMs }
  // A clock that was set back may have it ahead: then nobody knows how long it held.
  const isLoose = backAtMs !== null && Math.abs(sinceMs - backAtMs) <= LOOSE_BACK_MS
  const isTold = wanted.has('unplugged')
  const begun = { told: isTold ? (['unplugged'] as const) : [], stayMs: isLoose ? LOOSE_BACK_MS : BACK_MS }
  const step = onBattery(begun, battery, wanted, nowMs)
  return isTold ? { ...step, signs: [{ sign: 'unplugged', atMs: sinceMs }, ...step.signs] } : step
}

function onBattery(of: Of<'on-battery'>, battery: Battery, wanted: WantedAlerts, nowMs: number): PowerStep {
  const isNew = battery.level < LOW_LEVEL && wanted.has('low-battery') && !of.told.includes('low-battery')
  if (!isNew) return still({ ...of, phase: 'on-battery' })
  return {
    state: { ...of, phase: 'on-battery', told: [...of.told, 'low-battery'] },
    signs: [{ sign: 'low-battery', atMs: nowMs }],
    waitMs: null,
  }
}

function returning(of: Of<'returning'>, nowMs: number): PowerStep {
  const { told, stayMs } = of
  const sinceMs = notAhead(of.sinceMs, nowMs)
  const leftMs = stayMs - (nowMs - sinceMs)
  if (leftMs > 0) return { state: { phase: 'returning', sinceMs, told, stayMs }, signs: [], waitMs: leftMs }
  // Of what nobody was told of, nobody is told that it is over.
  const signs: SensedSign[] = told.length === 0 ? [] : [{ sign: 'power-back', atMs: sinceMs }]
  return { state: { phase: 'plugged-in', backAtMs: nowMs }, signs, waitMs: null }
}
