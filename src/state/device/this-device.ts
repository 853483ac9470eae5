import { atom } from 'jotai/vanilla'
import { atomWithQuery } from 'jotai-tanstack-query'
import { calls } from '../../contract/calls'
import { extensionsAtom } from '../http/extensions'
import { unwrap } from '../http/request-error'
import { type Battery, type Installation, servicesAtom } from '../services'
import { keysAtom } from '../sign-in/query-keys'
import { isSignedInAtom } from '../sign-in/session'

/** What the browser says of the machine. */
export interface DeviceFacts {
  /** Such as "Chrome on Windows". */
  readonly name: string
  /** refused: somebody asked, and the browser said no. */
  readonly storage: 'kept' | 'not-kept' | 'refused' | 'untold'
}

export type BatteryReading =
  | { readonly phase: 'asking' }
  /** This browser does not tell. */
  | { readonly phase: 'untold' }
  | { readonly phase: 'told'; readonly battery: Battery }

/** null: not asked yet. */
export const deviceFactsAtom = atom<DeviceFacts | null>(null)

/** null: not asked yet. */
export const installationAtom = atom<Installation | null>(null)

export const batteryAtom = atom<BatteryReading>({ phase: 'asking' })

/** Reads what the browser says, and follows battery and installation until what it returns is called. */
export const followDeviceAtom = atom(null, (get, set) => {
  const closing = new AbortController()
  const follow = async () => {
    const device = await get(servicesAtom).device()
    const told = await device.watchBattery((battery) => set(batteryAtom, { phase: 'told', battery }), closing.signal)
    if (!closing.signal.aborted)
      device.watchInstallation((installation) => set(installationAtom, installation), closing.signal)
    if (!told) set(batteryAtom, { phase: 'untold' })
    const isKept = await device.isStorageKept()
    const storage = isKept === null ? 'untold' : isKept ? 'kept' : 'not-kept'
    set(deviceFactsAtom, { name: await device.deviceName(), storage })
  }
  const { reporter } = get(servicesAtom)
  follow().catch((error: unknown) => reporter.report('What runs the cameras could not be looked at.', error))
  return () => closing.abort()
})

/** Asks the browser to keep clips that wait for the hub also when its disk is full (SENSE-09). */
export const keepStorageAtom = atom(null, async (get, set) => {
  const device = await get(servicesAtom).device()
  const storage = (await device.keepStorage()) ? 'kept' : 'refused'
  set(deviceFactsAtom, (facts) => facts && { ...facts, storage })
})

/** By a press: the browser asks whether to install Nightjar (SENSE-12). */
export const installAtom = atom(null, async (get) => (await get(servicesAtom).device()).install())

/** Whether the hub says what time it is. */
export const hasHubClockAtom = atom((get) => get(extensionsAtom).has('modes'))

/** How far the hub's clock is ahead of this machine's, in milliseconds: positive where this one is slow. */
export const clockQueryAtom = atomWithQuery<number>((get) => ({
  queryKey: [...get(keysAtom).modes, 'clock'],
  enabled: get(isSignedInAtom) && get(hasHubClockAtom),
  // Read once for each look at the page: what the answer took would be counted twice from a cache.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  queryFn: async () => {
    const { http, nowMs } = get(servicesAtom)
    const askedMs = nowMs()
    const { now } = unwrap(await http.send(calls.modes.read, {}))
    const middleMs = (askedMs + nowMs()) / 2
    return now === '' ? 0 : Math.round(Date.parse(now) - middleMs)
  },
}))
