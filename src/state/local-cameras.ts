import { atom } from 'jotai/vanilla'
import type { Camera } from '../contract/camera'
import { type CaptureState, type Device, isFacingMode } from '../engine'
import { camerasQueryAtom } from './camera-list'
import { devicesAtom } from './devices'
import { servicesAtom } from './services'

/** Cameras that were set up in this browser on a facing mode, by id: the mode itself fits every machine. */
const FACING_CAMERAS_KEY = 'nightjar:facing-cameras'

const facingChangesAtom = atom(0)

const facingCamerasAtom = atom((get): ReadonlySet<string> => {
  get(facingChangesAtom)
  return new Set((get(servicesAtom).storage.getItem(FACING_CAMERAS_KEY) ?? '').split(',').filter((id) => id !== ''))
})

export const rememberFacingCameraAtom = atom(null, (get, set, cameraId: string) => {
  const ids = new Set([...get(facingCamerasAtom), cameraId])
  get(servicesAtom).storage.setItem(FACING_CAMERAS_KEY, [...ids].join(','))
  set(facingChangesAtom, (count) => count + 1)
})

/** Only a camera whose device is on this machine records and sends snapshots (spec 2, camera card). */
export function isLocal(
  camera: Pick<Camera, 'id' | 'deviceId'>,
  devices: readonly Device[],
  facingCameras: ReadonlySet<string>,
): boolean {
  if (isFacingMode(camera.deviceId)) return facingCameras.has(camera.id)
  return devices.some(({ id }) => id === camera.deviceId)
}

export const localCamerasAtom = atom((get): readonly Camera[] => {
  const { devices } = get(devicesAtom)
  const facingCameras = get(facingCamerasAtom)
  return (get(camerasQueryAtom).data ?? []).filter((camera) => isLocal(camera, devices, facingCameras))
})

/** State of every capture of this tab, by camera id. */
export const captureStatesAtom = atom<ReadonlyMap<string, CaptureState>>(new Map<string, CaptureState>())

/** Whether a camera is shown by its latest snapshot: one of another machine, or one that another tab runs. */
export const needsSnapshotsAtom = atom((get) => {
  const states = get(captureStatesAtom)
  return (get(camerasQueryAtom).data ?? []).some(({ id }) => !states.has(id))
})

/** Whether another device stands in for the chosen one (spec 8). */
export function hasSubstitute(capture: CaptureState | undefined): boolean {
  return capture?.phase === 'running' && capture.isSubstitute
}

/** Last difference D of each capture, 0 to 1, for meters. */
export const differencesAtom = atom<ReadonlyMap<string, number>>(new Map<string, number>())

/** The difference of one camera; changes of the others do not touch it. */
export function differenceAtomOf(cameraId: string) {
  return atom((get) => get(differencesAtom).get(cameraId) ?? 0)
}

/** What was measured before tells nothing any more: the camera stopped, or is measured in another way. */
export const forgetDifferenceAtom = atom(null, (_get, set, cameraId: string) =>
  set(differencesAtom, (all) => (all.has(cameraId) ? without(all, cameraId) : all)),
)

export function without<T>(map: ReadonlyMap<string, T>, key: string): ReadonlyMap<string, T> {
  return new Map([...map].filter(([other]) => other !== key))
}

export type { CaptureState }
