import { atom } from 'jotai/vanilla'
import type { Camera } from '../contract/camera'
import type { CaptureState, Device } from '../engine'
import { camerasQueryAtom } from './camera-list'
import { devicesAtom } from './devices'

/** Only a camera whose device is on this machine records and sends snapshots (spec 2, camera card). */
export function isLocal(camera: Pick<Camera, 'deviceId'>, devices: readonly Device[]): boolean {
  return devices.some(({ id }) => id === camera.deviceId)
}

export const localCamerasAtom = atom((get): readonly Camera[] => {
  const { devices } = get(devicesAtom)
  return (get(camerasQueryAtom).data ?? []).filter((camera) => isLocal(camera, devices))
})

export const hasRemoteCameraAtom = atom((get) => {
  const { devices } = get(devicesAtom)
  return (get(camerasQueryAtom).data ?? []).some((camera) => !isLocal(camera, devices))
})

/** State of every capture of this tab, by camera id. */
export const captureStatesAtom = atom<ReadonlyMap<string, CaptureState>>(new Map<string, CaptureState>())

/** Whether another device stands in for the chosen one (spec 8). */
export function hasSubstitute(capture: CaptureState | undefined): boolean {
  return capture?.phase === 'running' && capture.isSubstitute
}

/** Last difference D of each capture, 0 to 1, for meters. */
export const differencesAtom = atom<ReadonlyMap<string, number>>(new Map<string, number>())

export type { CaptureState }
