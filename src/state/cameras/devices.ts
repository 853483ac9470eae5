import { atom } from 'jotai/vanilla'
import { type CameraPermission, type DeviceList, fallbackDevices } from '../../engine/capture'
import { servicesAtom } from '../services'

/** Cameras of this machine; the fallback devices where they cannot be listed (CAM-43), and until they are. */
export const devicesAtom = atom<DeviceList | { readonly kind: 'unread'; readonly devices: DeviceList['devices'] }>({
  kind: 'unread',
  devices: fallbackDevices,
})

export const permissionAtom = atom<CameraPermission>({ phase: 'unknown' })

const toldPhaseAtom = atom<CameraPermission['phase']>('unknown')

/** The browser says what its permission is, at first or by a change. */
export const notePermissionAtom = atom(null, (_get, set, permission: CameraPermission) => {
  set(toldPhaseAtom, permission.phase)
  set(permissionAtom, permission)
})

/** Whether the next page may open cameras as well: for one that was allowed for a visit alone, browsers go on to say 'prompt'. */
export const isPermissionLastingAtom = atom((get) => get(toldPhaseAtom) === 'granted')

export const refreshDevicesAtom = atom(null, async (get, set) => {
  const listed = await get(servicesAtom).cameras.listDevices()
  // A device that was there is not taken for gone, as a camera that runs by it would be opened anew.
  if (listed === null && get(devicesAtom).kind !== 'unread') return
  const devices = listed ?? ({ kind: 'fallback', devices: fallbackDevices } as const)
  set(devicesAtom, devices)
  const permission = get(permissionAtom)
  // What was not there when it was asked for may be there now; ids are told only to those who may use the devices.
  if (permission.phase === 'unavailable' && permission.reason !== 'insecure-page') {
    set(permissionAtom, { phase: devices.kind === 'listed' ? 'granted' : 'prompt' })
  }
})

/** Whether cameras may be opened without a prompt: with permission, or where devices already show their ids. */
export const mayOpenCamerasAtom = atom((get) => {
  const permission = get(permissionAtom).phase
  return permission === 'granted' || (permission !== 'denied' && get(devicesAtom).kind === 'listed')
})

/** Whether the browser may use cameras and there is none. */
export const isCameraMissingAtom = atom(
  (get) => get(permissionAtom).phase === 'granted' && get(devicesAtom).kind === 'fallback',
)

/** Whether the panel of a refusal was put away; the button then offers to ask again. */
export const isDenialDismissedAtom = atom(false)

/** The 'Enable Camera & Audio' button (CAM-03). */
export const askPermissionAtom = atom(null, async (get, set) => {
  const before = get(permissionAtom)
  const permission = await get(servicesAtom).cameras.askPermission()
  // Labels and ids are told only once the permission is there.
  await set(refreshDevicesAtom)
  // Allowed beside the address bar meanwhile: the refusal is older, and nothing would tell of it again.
  const isOvertaken = before.phase !== 'granted' && get(permissionAtom).phase === 'granted'
  if (permission.phase !== 'denied' || !isOvertaken) set(permissionAtom, permission)
  // Another refusal is told like the first.
  set(isDenialDismissedAtom, false)
})

/** Asks where that was not done yet; called when a device is to be chosen. */
export const preparePermissionAtom = atom(null, async (get, set) => {
  if (get(permissionAtom).phase === 'prompt') await set(askPermissionAtom)
})
