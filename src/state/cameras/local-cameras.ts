import { atom } from 'jotai/vanilla'
import type { Camera } from '../../contract/camera'
import { type DeviceList, isFacingMode, isFallbackLabel } from '../../engine/capture'
import { servicesAtom } from '../services'
import { type KeyValueStorage, keepText } from '../session-store'
import { camerasQueryAtom } from './camera-list'
import { devicesAtom } from './devices'

/** What this browser knows of devices. */
export interface KnownDevices {
  readonly list: { readonly kind: DeviceList['kind'] | 'unread'; readonly devices: DeviceList['devices'] }
  /** Cameras that were set up here on a facing mode, by id: the mode itself fits every machine. */
  readonly facingCameras: ReadonlySet<string>
  /** Ids of devices that ran here. They are this browser's alone, so a camera set to one of them is of this machine. */
  readonly ownDevices: ReadonlySet<string>
  /** Devices that were there beside one of the same name that ran here: none of them is that one under a new id. */
  readonly twins: ReadonlySet<string>
}

type SetUp = Pick<Camera, 'id' | 'deviceId' | 'deviceLabel'>

/** Stands for the id of a device that is not there: no device has it, so that one that stands in says so (CAM-45). */
const ABSENT = 'absent'

/**
 * The device of this machine that a camera is to open, by id or facing mode; null for a camera of another machine. A
 * device of this machine that is unplugged stays its camera's: it may come back, under a new id, too. Its old id may be
 * another device's by then, which is not taken for it.
 */
export function deviceHere(camera: SetUp, cameras: readonly SetUp[], known: KnownDevices): string | null {
  const { deviceId } = camera
  if (isFacingMode(deviceId)) return known.facingCameras.has(camera.id) ? deviceId : null
  if (hasOtherDevice(camera, known)) {
    return renamedDevice(camera, cameras, known) ?? (hasOtherModel(camera, known) ? ABSENT : deviceId)
  }
  if (known.list.devices.some(({ id }) => id === deviceId)) return deviceId
  // Two laptops of a kind name their webcams alike: a label alone does not make a camera this machine's.
  if (known.list.kind === 'unread' || !known.ownDevices.has(deviceId)) return null
  return renamedDevice(camera, cameras, known) ?? deviceId
}

/**
 * Whether the id of a camera that ran here is another device's by now, by their labels: Chromium on Linux makes ids of
 * /dev/video0 and on, which are given out anew whenever the machine starts, or a webcam is plugged in.
 */
function hasOtherDevice({ deviceId, deviceLabel }: SetUp, { list, ownDevices }: KnownDevices): boolean {
  const label = list.devices.find(({ id }) => id === deviceId)?.label
  if (label === undefined || label === deviceLabel || !ownDevices.has(deviceId)) return false
  return !isFallbackLabel(label) && !isFallbackLabel(deviceLabel)
}

/** The same beyond doubt: Chromium ends labels with the USB numbers of vendor and product, which no new name changes. */
function hasOtherModel(camera: SetUp, known: KnownDevices): boolean {
  const label = known.list.devices.find(({ id }) => id === camera.deviceId)?.label
  const [before, now] = [camera.deviceLabel, label ?? ''].map((text) => /\([\da-f]{4}:[\da-f]{4}\)$/i.exec(text)?.[0])
  if (before === undefined || now === undefined || !hasOtherDevice(camera, known)) return false
  return before.toLowerCase() !== now.toLowerCase()
}

/** The listed device with the camera's label, where no other device or camera could be meant. */
function renamedDevice(camera: SetUp, cameras: readonly SetUp[], known: KnownDevices): string | null {
  const { list, ownDevices, twins } = known
  if (list.kind !== 'listed' || camera.deviceLabel === '') return null
  // Where ids were given out anew, that of a twin may be the camera's own device by now.
  const isTwin = (id: string) => twins.has(id) && !hasOtherDevice(camera, known)
  const [device, ...more] = list.devices.filter(({ id, label }) => label === camera.deviceLabel && !isTwin(id))
  if (device === undefined || more.length > 0) return null
  // Two cameras may have exchanged their devices, or the other's is not there.
  const isElsewhere = (other: SetUp) =>
    hasOtherModel(other, known) ||
    (hasOtherDevice(other, known) && list.devices.some(({ label }) => label === other.deviceLabel))
  const isRival = (other: SetUp) =>
    (other.deviceId === device.id && !isElsewhere(other)) ||
    (other.deviceLabel === camera.deviceLabel && ownDevices.has(other.deviceId))
  return cameras.some((other) => other.id !== camera.id && isRival(other)) ? null : device.id
}

/** A set of ids that this browser keeps; ids hold no comma. */
function storedSet(key: string) {
  const changesAtom = atom(0)
  const read = (storage: KeyValueStorage) => new Set((storage.getItem(key) ?? '').split(',').filter((id) => id !== ''))
  const idsAtom = atom((get): ReadonlySet<string> => {
    get(changesAtom)
    return read(get(servicesAtom).storage)
  })
  const addAtom = atom(null, (get, set, id: string) => {
    const { storage } = get(servicesAtom)
    if (get(idsAtom).has(id)) return
    // Read anew: another tab may have added some.
    keepText(storage, key, [...read(storage), id].join(','))
    set(changesAtom, (count) => count + 1)
  })
  /** Another tab changed what is kept under `changed`, or everything (null). */
  const noteAtom = atom(null, (_get, set, changed: string | null) => {
    if (changed === null || changed === key) set(changesAtom, (count) => count + 1)
  })
  return { idsAtom, addAtom, noteAtom }
}

const facingCameras = storedSet('nightjar:facing-cameras')
const ownDevices = storedSet('nightjar:own-devices')
const twins = storedSet('nightjar:twin-devices')

/** Another tab learned of a device, or set a camera up. */
export const noteDevicesElsewhereAtom = atom(null, (_get, set, key: string | null) => {
  for (const { noteAtom } of [facingCameras, ownDevices, twins]) set(noteAtom, key)
})

/** A camera was set up in this browser on a facing mode. */
export const rememberFacingCameraAtom = facingCameras.addAtom

/** Devices that are listed beside one of their name that ran here. */
export const listedTwinsAtom = atom((get): readonly string[] => {
  const { kind, devices } = get(devicesAtom)
  if (kind !== 'listed') return []
  const own = devices.filter(({ id }) => get(ownDevices.idsAtom).has(id))
  const isTwin = (device: (typeof devices)[number]) =>
    own.some(({ id, label }) => label === device.label && id !== device.id)
  return devices.filter(isTwin).map(({ id }) => id)
})

/** They stay known when the one that ran here goes. */
export const noteTwinsAtom = atom(null, (get, set) => {
  for (const id of get(listedTwinsAtom)) set(twins.addAtom, id)
})

/** A camera's own device ran here, by the id it has now too: else what is plugged in beside it were no twin of it. */
export const rememberDeviceAtom = atom(null, (get, set, cameraId: string) => {
  const camera = get(localCamerasAtom).find(({ id }) => id === cameraId)
  if (camera === undefined || isFacingMode(camera.deviceId)) return
  for (const id of [camera.deviceId, get(localDevicesAtom).get(cameraId)])
    if (id !== undefined) set(ownDevices.addAtom, id)
})

/** The device each camera of this machine is to open, by camera id. */
export const localDevicesAtom = atom((get): ReadonlyMap<string, string> => {
  const cameras = get(camerasQueryAtom).data ?? []
  const known = {
    list: get(devicesAtom),
    facingCameras: get(facingCameras.idsAtom),
    ownDevices: get(ownDevices.idsAtom),
    twins: new Set([...get(twins.idsAtom), ...get(listedTwinsAtom)]),
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
