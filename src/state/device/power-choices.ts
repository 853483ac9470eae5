import { atom } from 'jotai/vanilla'
import * as z from 'zod/mini'
import { jsonIn } from '../../lib/json'
import { servicesAtom } from '../services'
import type { PowerAlert } from './power-sense'

const KEY = 'nightjar:power-alerts'

const kept = z.object({
  unplugged: z.catch(z.boolean(), true),
  'low-battery': z.catch(z.boolean(), true),
})

/** Which alerts this device raises. */
export type PowerChoices = Readonly<Record<PowerAlert, boolean>>

/** A pulled plug is what somebody does who wants a camera gone, or a power cut: both are told unless somebody says no. */
const first: PowerChoices = { unplugged: true, 'low-battery': true }

const changesAtom = atom(0)

/** Of this browser, whoever is signed in: a device that is carried about has no plug to guard. */
export const powerChoicesAtom = atom(
  (get): PowerChoices => {
    get(changesAtom)
    return choicesIn(get(servicesAtom).storage.getItem(KEY))
  },
  (get, set, alert: PowerAlert, isOn: boolean) => {
    get(servicesAtom).storage.setItem(KEY, JSON.stringify({ ...get(powerChoicesAtom), [alert]: isOn }))
    set(changesAtom, (count) => count + 1)
  },
)

/** Another tab changed what is kept under `key`, or everything (null): the tab that runs the cameras follows. */
export const notePowerChoicesElsewhereAtom = atom(null, (_get, set, key: string | null) => {
  if (key === null || key === KEY) set(changesAtom, (count) => count + 1)
})

function choicesIn(text: string | null): PowerChoices {
  const { success, data } = kept.safeParse(jsonIn(text ?? '{}'))
  return success ? data : first
}
