import { atom } from 'jotai/vanilla'
import type { WakeLockState } from '../engine'

/** Whether the screen of this machine stays awake for its cameras (spec 4). */
export const wakeLockAtom = atom<WakeLockState>({ phase: 'idle' })
