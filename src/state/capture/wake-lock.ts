import { atom } from 'jotai/vanilla'
import type { WakeLockState } from '../../engine/capture'
import { servicesAtom } from '../services'

/** Whether the screen of this machine stays awake for its cameras (ENG-16). */
export const wakeLockAtom = atom<WakeLockState>({ phase: 'idle' })

/** What keeps the screen awake (CAM-30, STEALTH-08, LIVE-87). */
export type AwakeReason = 'motion' | 'stealth' | 'kiosk'

const reasonsAtom = atom<ReadonlySet<AwakeReason>>(new Set<AwakeReason>())

/** Takes up or drops a reason; the screen may sleep once none is left. */
export const keepAwakeAtom = atom(null, (get, set, reason: AwakeReason, isWanted: boolean) => {
  const others = [...get(reasonsAtom)].filter((other) => other !== reason)
  const reasons = new Set(isWanted ? [...others, reason] : others)
  set(reasonsAtom, reasons)
  const { wakeLock } = get(servicesAtom).cameras
  void (reasons.size > 0 ? wakeLock.hold() : wakeLock.release())
})
