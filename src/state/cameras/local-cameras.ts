import { atom } from 'jotai/vanilla'
import type { Camera } from '../../contract/camera'
import type { CaptureState } from '../../engine'
import { isFacingMode } from '../../engine/capture'
import { deviceHere } from './camera-device'
import { camerasQueryAtom } from './camera-list'
import { devicesAtom } from './devices'
import { storedSet } from './stored-set'

const facingCameras = storedSet('nightjar:facing-cameras')
const ownDevices = storedSet('nightjar:own-devices')

/** A camera was set up in this browser on a facing mode. */
export const rememberFacingCameraAtom = facingCameras.addAtom

/** A camera's own device ran here. */
export const rememberDeviceAtom = atom(null, (get, set, cameraId: string) => {
  const camera = get(localCamerasAtom).find(({ id }) => id === cameraId)
  if (camera !== undefined && !isFacingMode(camera.deviceId)) set(ownDevices.addAtom, camera.deviceId)
})

/** The device each camera of this machine is to open, by camera id. */
export const localDevicesAtom = atom((get): ReadonlyMap<string, string> => {
  const cameras = get(camerasQueryAtom).data ?? []
  const known = {
    list: get(devicesAtom),
    facingCameras: get(facingCameras.idsAtom),
    ownDevices: get(ownDevices.idsAtom),
  }
  return new Map(
    cameras.flatMap((camera) => {
      const deviceId = deviceHere(camera, cameras, known)
      return deviceId === null ? [] : [[camera.id, deviceId] as const]
    }),
  )
})

/** Only a camera whose device is on this machine records and sends snapshots (REC-15). */
export const localCamerasAtom = atom((get): readonly Camera[] => {
  const devices = get(localDevicesAtom)
  return (get(camerasQueryAtom).data ?? []).filter(({ id }) => devices.has(id))
})

/** State of every capture of this tab, by camera id. */
export const captureStatesAtom = atom<ReadonlyMap<string, CaptureState>>(new Map<string, CaptureState>())

/** Whether a camera is shown by its latest snapshot: one of another machine, or one that another tab runs. */
export const needsSnapshotsAtom = atom((get) => {
  const states = get(captureStatesAtom)
  return (get(camerasQueryAtom).data ?? []).some(({ id }) => !states.has(id))
})

/** Whether another device stands in for the chosen one (CAM-45). */
export function hasSubstitute(capture: CaptureState | undefined): boolean {
  return capture?.phase === 'running' && capture.isSubstitute
}

/** Whether the system or a switch holds the picture back. */
export function isMuted(capture: CaptureState | undefined): boolean {
  return capture?.phase === 'running' && capture.sight.phase === 'paused' && capture.sight.why === 'muted'
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
