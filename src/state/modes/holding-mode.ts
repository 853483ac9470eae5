import { atom } from 'jotai/vanilla'
import { type CameraRule, type Mode, ruleOf } from '../../lib/modes/mode'
import { extensionsAtom } from '../http/extensions'
import { servicesAtom } from '../services'

/** Whether the provider has modes (MODE-15). */
export const hasModesAtom = atom((get) => get(extensionsAtom).has('modes'))

/** The mode that holds, with what was chosen for cameras. */
export interface HoldingMode {
  readonly mode: Mode
  readonly rules: readonly CameraRule[]
}

/** As `mode-clock.ts` decides, whose code comes behind the screen; null: nothing is known of modes. */
export const holdingModeAtom = atom<HoldingMode | null>(null)

/** Whether motion begins clips of a camera in the mode that holds (MODE-11). Where nothing is known of modes it does. */
export const recordsInModeAtom = atom((get) => {
  const holding = get(holdingModeAtom)
  return (cameraId: string): boolean => holding === null || ruleOf(holding.rules, holding.mode, cameraId).records
})

/** What the hub said last, by user: a camera whose hub is away goes on by it, also after a restart (MODE-12). */
export const KEPT_KEY = 'nightjar:modes'

/** Another user is not told of this one's. */
export const forgetModesAtom = atom(null, (get, set) => {
  get(servicesAtom).storage.removeItem(KEPT_KEY)
  set(holdingModeAtom, null)
})
