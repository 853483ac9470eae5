import { atom } from 'jotai/vanilla'
import { type CameraPermission, type DeviceList, fallbackDevices } from '../engine'
import { servicesAtom } from './services'

/** Cameras of this machine; the fallback devices until they are listed (spec 8). */
export const devicesAtom = atom<DeviceList>({ kind: 'fallback', devices: fallbackDevices })

export const permissionAtom = atom<CameraPermission>({ phase: 'unknown' })

export const refreshDevicesAtom = atom(null, async (get, set) => {
  set(devicesAtom, await get(servicesAtom).cameras.listDevices())
})

/** The 'Enable Camera & Audio' button (spec 2). */
export const askPermissionAtom = atom(null, async (get, set) => {
  set(permissionAtom, await get(servicesAtom).cameras.askPermission())
  // Labels and ids are told only once the permission is there.
  await set(refreshDevicesAtom)
})
