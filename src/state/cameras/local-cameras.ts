import { atom } from 'jotai/vanilla'
import type { Camera } from '../../contract/camera'
import { type DeviceList, isFacingMode } from '../../engine/capture'
import { servicesAtom } from '../services'
import { keepText } from '../session-store'
import { camerasQueryAtom } from './camera-list'
import { devicesAtom } from './devices'

/** What this browser knows of devices. */
export interface KnownDevices {
  readonly list: { readonly kind: DeviceList['kind'] | 'unread'; readonly devices: DeviceList['devices'] }
  /** Cameras that were set up here on a facing mode, by id: the mode itself fits every machine. */
  readonly facingCameras: ReadonlySet<string>
  /** Ids of devices that ran here. They are this browser's alone, so a camera set to one of them is of this machine. */
  readonly ownDevices: ReadonlySet<string>
}

type SetUp = Pick<Camera, 'id' | 'deviceId' | 'deviceLabel'>

/**
 * The device of this machine that a camera is to open, by id or facing mode; null for a camera of another machine. A
 * device of this machine that is unplugged stays its camera's: it may come back, under a new id, too.
 */
export function deviceHere(camera: SetUp, cameras: readonly SetUp[], known: KnownDevices): string | null {
  const { deviceId } = camera
  if (isFacingMode(deviceId)) return known.facingCameras.has(camera.id) ? deviceId : null
  if (known.list.devices.some(({ id }) => id === deviceId)) return deviceId
  // Two laptops of a kind name their webcams alike: a label alone does not make a camera this machine's.
  if (known.list.kind === 'unread' || !known.ownDevices.has(deviceId)) return null
  return renamedDevice(camera, cameras, known) ?? deviceId
}

/** The listed device with the camera's label, where no other device or camera could be meant. */
function renamedDevice(camera: SetUp, cameras: readonly SetUp[], { list, ownDevices }: KnownDevices): string | null {
  if (list.kind !== 'listed' || camera.deviceLabel === '') return null
  const [device, ...more] = list.devices.filter(({ label }) => label === camera.deviceLabel)
  if (device === undefined || more.length > 0) return null
  const isRival = (other: SetUp) =>
    other.deviceId === device.id || (other.deviceLabel === camera.deviceLabel && ownDevices.has(other.deviceId))
  return cameras.some((other) => other.id !== camera.id && isRival(other)) ? null : device.id
}

/** A set of ids that this browser keeps; ids hold no comma. */
function storedSet(key: string) {
  const changesAtom = atom(0)
  const idsAtom = atom((get): ReadonlySet<string> => {
    get(changesAtom)
    return new Set((get(servicesAtom).storage.getItem(key) ?? '').split(',').filter((id) => id !== ''))
  })
  const addAtom = atom(null, (get, set, id: string) => {
    const ids = get(idsAtom)
    if (ids.has(id)) return
    keepText(get(servicesAtom).storage, key, [...ids, id].join(','))
    set(changesAtom, (count) => count + 1)
  })
  return { idsAtom, addAtom }
}

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
