import { atom } from 'jotai/vanilla'
import { RECORDING_COOLDOWN_MS } from '../../contract/limits'
import type { HeatMap, Measurement } from '../../engine/motion'
import { servicesAtom } from '../services'

/** A motion check that was made. */
export interface MotionCheck {
  readonly atMs: number
  /** D, 0 to 1. */
  readonly difference: number
}

/** What the open Settings dialog shows of its camera; apart from the cards, which must not render with it. */
export interface Inspection {
  readonly cameraId: string
  /** Checks of the last minute, oldest first. */
  readonly checks: readonly MotionCheck[]
  /** Of the last check; null where it brought none. */
  readonly heat: HeatMap | null
}

/** Length of the history. */
export const HISTORY_MS = 60_000

const heldInspectionAtom = atom<Inspection | null>(null)

/** null while no dialog is open. */
export const inspectionAtom = atom((get) => get(heldInspectionAtom))

export const beginInspectionAtom = atom(null, (_get, set, cameraId: string) =>
  set(heldInspectionAtom, { cameraId, checks: [], heat: null }),
)

export const endInspectionAtom = atom(null, (_get, set) => set(heldInspectionAtom, null))

/** Adds a check of the inspected camera; those of others are not kept. */
export const inspectMeasurementAtom = atom(null, (get, set, cameraId: string, measurement: Measurement) => {
  const inspection = get(heldInspectionAtom)
  if (inspection?.cameraId !== cameraId) return
  const check = { atMs: get(servicesAtom).nowMs(), difference: measurement.difference }
  const recent = inspection.checks.filter(({ atMs }) => check.atMs - atMs < HISTORY_MS)
  set(heldInspectionAtom, { cameraId, checks: [...recent, check], heat: measurement.heat })
})

/**
 * How often these checks would have triggered: checks above the threshold, those less than the cooldown apart counted
 * as one (REC-03). Recordings themselves may be fewer, since no clip begins while one is recorded.
 */
export function countTriggers(checks: readonly MotionCheck[], threshold: number): number {
  const moved = checks.filter(({ difference }) => difference > threshold)
  return moved.filter(({ atMs }, index) => {
    const before = moved[index - 1]
    return before === undefined || atMs - before.atMs >= RECORDING_COOLDOWN_MS
  }).length
}
