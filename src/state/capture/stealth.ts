import { atom } from 'jotai/vanilla'
import { captureStatesAtom } from '../cameras/capture-states'
import { localCamerasAtom } from '../cameras/local-cameras'
import { servicesAtom } from '../services'
import { keepAwakeAtom } from './wake-lock'
import { isCaptureWantedAtom } from './wished-captures'

/** The hint card hides after this long (STEALTH-07). */
export const STEALTH_HINT_MS = 10_000

/** The floating button comes this long after stealth mode became available (STEALTH-03, X-38). */
export const STEALTH_OFFER_DELAY_MS = 2_000

/** Stealth mode: a black screen over cameras that go on (STEALTH-11). */
export type Stealth =
  | { readonly phase: 'off' }
  /** Black, with the card that says how to leave. */
  | { readonly phase: 'hinting' }
  | { readonly phase: 'dark' }

const off: Stealth = { phase: 'off' }

const currentAtom = atom<Stealth>(off)

export const stealthAtom = atom((get) => get(currentAtom))

/** Whether a camera is active: of this machine with motion on, or streaming in this tab (STEALTH-04, X-37). */
export const isStealthAvailableAtom = atom((get) => {
  const isStreaming = [...get(captureStatesAtom).values()].some(({ phase }) => phase === 'running')
  // Asked only where the list of cameras is read anyway.
  return isStreaming || (get(isCaptureWantedAtom) && get(localCamerasAtom).some((camera) => camera.isMotionEnabled))
})

/** Begins only while it is available; what happens to the cameras later does not light the screen up again. */
export const enterStealthAtom = atom(null, (get, set) => {
  if (get(currentAtom).phase !== 'off' || !get(isStealthAvailableAtom)) return
  const hinting: Stealth = { phase: 'hinting' }
  set(currentAtom, hinting)
  set(keepAwakeAtom, 'stealth', true)
  get(servicesAtom).after(STEALTH_HINT_MS, () => {
    // Left meanwhile, and perhaps begun anew.
    if (get(currentAtom) === hinting) set(currentAtom, { phase: 'dark' })
  })
})

export const leaveStealthAtom = atom(null, (get, set) => {
  if (get(currentAtom).phase === 'off') return
  set(currentAtom, off)
  set(keepAwakeAtom, 'stealth', false)
})

/** Ctrl/Cmd+H. Says whether there was anything to toggle: where not, the key stays the browser's. */
export const toggleStealthAtom = atom(null, (get, set): boolean => {
  if (get(currentAtom).phase !== 'off') {
    set(leaveStealthAtom)
    return true
  }
  set(enterStealthAtom)
  return get(currentAtom).phase !== 'off'
})

/** Whether the floating button shows. */
type Offer = { readonly phase: 'none' } | { readonly phase: 'waiting' } | { readonly phase: 'shown' }

const offerAtom = atom<Offer>({ phase: 'none' })

export const isStealthOfferedAtom = atom((get) => get(offerAtom).phase === 'shown')

/** Tells that stealth mode became available, or is no longer; the button follows. */
export const offerStealthAtom = atom(null, (get, set, isAvailable: boolean) => {
  if (!isAvailable) return set(offerAtom, { phase: 'none' })
  const waiting: Offer = { phase: 'waiting' }
  set(offerAtom, waiting)
  get(servicesAtom).after(STEALTH_OFFER_DELAY_MS, () => {
    if (get(offerAtom) === waiting) set(offerAtom, { phase: 'shown' })
  })
})
