import { atom } from 'jotai/vanilla'
import type { NamingPhase, WatchedLook } from '../../engine'
import type { HeatMap, Measurement } from '../../engine/motion'
import { countClips } from '../../engine/recording'
import { MINUTE_MS } from '../../lib/durations'
import { type LabelCount, labels } from '../../lib/label'
import { servicesAtom } from '../services'
import { engineTimings } from './engine-timings'

/** A motion check that was made. */
export interface MotionCheck {
  readonly atMs: number
  /** D, 0 to 1. */
  readonly difference: number
}

/** A frame that was looked at, and when that was told. */
export interface TimedLook extends WatchedLook {
  readonly atMs: number
}

/** What the open Settings dialog shows of its camera; apart from the cards, which must not render with it. */
export interface Inspection {
  readonly cameraId: string
  /** Checks of the last minute, oldest first. */
  readonly checks: readonly MotionCheck[]
  /** Of the last check; null where it brought none. */
  readonly heat: HeatMap | null
  /** Looks of the last seconds, oldest first. */
  readonly looks: readonly TimedLook[]
}

/** Whether what moves can be named at present (LABEL-11). */
export const namingPhaseAtom = atom<NamingPhase>('idle')

/** How long looks are counted for their pace. */
const LOOKS_MS = 5_000

/** Length of the history. */
export const HISTORY_MS = MINUTE_MS

const heldInspectionAtom = atom<Inspection | null>(null)

/** null while no dialog is open. */
export const inspectionAtom = atom((get) => get(heldInspectionAtom))

export const beginInspectionAtom = atom(null, (_get, set, cameraId: string) =>
  set(heldInspectionAtom, { cameraId, checks: [], heat: null, looks: [] }),
)

export const endInspectionAtom = atom(null, (_get, set) => set(heldInspectionAtom, null))

/** Adds a check of the inspected camera; those of others are not kept. */
export const inspectMeasurementAtom = atom(null, (get, set, cameraId: string, measurement: Measurement) => {
  const inspection = get(heldInspectionAtom)
  if (inspection?.cameraId !== cameraId) return
  const check = { atMs: get(servicesAtom).nowMs(), difference: measurement.difference }
  const recent = inspection.checks.filter(({ atMs }) => check.atMs - atMs < HISTORY_MS)
  set(heldInspectionAtom, { ...inspection, checks: [...recent, check], heat: measurement.heat })
})

/** Adds a look at the inspected camera. */
export const inspectLookAtom = atom(null, (get, set, cameraId: string, look: WatchedLook) => {
  const inspection = get(heldInspectionAtom)
  if (inspection?.cameraId !== cameraId) return
  const atMs = get(servicesAtom).nowMs()
  const recent = inspection.looks.filter((before) => atMs - before.atMs < LOOKS_MS)
  set(heldInspectionAtom, { ...inspection, looks: [...recent, { ...look, atMs }] })
})

/** How looks go at present; null where nobody has looked for a while. */
export interface LookPace {
  readonly perSec: number
  /** Of one part of a frame, in milliseconds of one core. */
  readonly costMs: number
}

export function lookPaceOf(looks: readonly TimedLook[], nowMs: number): LookPace | null {
  const recent = looks.filter(({ atMs }) => nowMs - atMs < LOOKS_MS)
  const parts = recent.reduce((sum, look) => sum + look.parts, 0)
  const tookMs = recent.reduce((sum, look) => sum + look.tookMs, 0)
  const [first] = recent
  if (first === undefined || parts === 0) return null
  // So shortly after the first look, a pace would be a guess: count over a second at least.
  const spanMs = Math.max(1_000, nowMs - first.atMs)
  return { perSec: (parts * 1_000) / spanMs, costMs: tookMs / parts }
}

/**
 * What the newest look saw that saw something: there are words for it also where each look takes longer than a box may
 * show (LABEL-04), and for who hears the screen.
 */
export function lastSeenOf(looks: readonly TimedLook[], nowMs: number): readonly LabelCount[] {
  const seen = looks.findLast(({ atMs, things }) => nowMs - atMs < LOOKS_MS && things.length > 0)?.things ?? []
  return labels.flatMap((label) => {
    const count = seen.filter((thing) => thing.label === label).length
    return count === 0 ? [] : [{ label, count }]
  })
}

/**
 * How often these checks would have triggered at a threshold: as the camera itself, with no clip while one is made nor in
 * its cooldown (REC-03).
 */
export function countTriggers(checks: readonly MotionCheck[], threshold: number, longestClipMs: number): number {
  const moved = checks.filter(({ difference }) => difference > threshold)
  const movedAtMs = moved.map(({ atMs }) => atMs)
  return countClips(movedAtMs, longestClipMs, engineTimings(false))
}
