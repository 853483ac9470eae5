import { atom, type Getter } from 'jotai/vanilla'
import { queryClientAtom } from 'jotai-tanstack-query'
import { ok, type Result } from '../../api/result'
import { calls } from '../../contract/calls'
import { type Camera, type NewCamera, newCamera } from '../../contract/camera'
import { type DeviceList, isFacingMode } from '../../engine/capture'
import { adviceOf, reportFailure } from '../http/request-error'
import { ownServices } from '../sign-in/own-services'
import { keysAtom } from '../sign-in/query-keys'
import { planLimitsAtom, workspaceQueryAtom } from '../workspace/workspace'
import { camerasQueryAtom, changeCameraListAtom } from './camera-list'
import { localCamerasAtom, localDevicesAtom, rememberFacingCameraAtom } from './local-cameras'

/** Where a camera is said to be until somebody says better. */
const PLACE = 'Home'

/** How many cameras a plan has room for, and whether all of it is taken. */
interface CameraRoom {
  readonly limit: number
  readonly isFull: boolean
}

/** null: that is not known yet. */
function cameraRoom(get: Getter, cameras: readonly Camera[] | undefined): CameraRoom | null {
  if (cameras === undefined || get(workspaceQueryAtom).data === undefined) return null
  const { cameras: limit } = get(planLimitsAtom)
  return { limit, isFull: cameras.length >= limit }
}

/** For another device. */
export const cameraRoomAtom = atom((get) => cameraRoom(get, get(camerasQueryAtom).data))

/** For this device: a camera of its own is no reason to send it away, as that may be the one that was added a moment ago. */
export const roomHereAtom = atom((get) => {
  const here = get(localDevicesAtom)
  return cameraRoom(
    get,
    get(camerasQueryAtom).data?.filter(({ id }) => !here.has(id)),
  )
})

/** "Android telephone", or "Android telephone 2" where there is one of that name. */
export function proposedName(device: string, cameras: readonly Pick<Camera, 'name'>[]): string {
  const taken = new Set(cameras.map(({ name }) => name.trim().toLowerCase()))
  for (let number = 1; ; number++) {
    const name = number === 1 ? device : `${device} ${number}`
    if (!taken.has(name.toLowerCase())) return name
  }
}

/** What a camera on this device is called, by what the browser says of the device. */
export function deviceNoun(userAgent: string): string {
  const signs: readonly (readonly [RegExp, string])[] = [
    [/\biPhone\b/, 'iPhone'],
    [/\biPad\b/, 'iPad'],
    [/\bAndroid\b(?!.*\bMobile\b)/, 'Android tablet'],
    [/\bAndroid\b/, 'Android telephone'],
    [/\bCrOS\b/, 'Chromebook'],
    [/\bMacintosh\b/, 'Mac'],
    [/\bWindows\b/, 'Windows computer'],
    [/\bLinux\b/, 'Linux computer'],
  ]
  return signs.find(([sign]) => sign.test(userAgent))?.[1] ?? 'Camera'
}

/** The device that a camera begins with: on a telephone the one that looks away from whoever holds it. */
export function firstDevice({ devices }: Pick<DeviceList, 'devices'>): string {
  const away = devices.find(({ id, label }) => id === 'environment' || /\b(back|rear|environment)\b/i.test(label))
  return (away ?? devices[0])?.id ?? ''
}

export interface PairedCamera {
  readonly name: string
  readonly deviceId: string
  readonly deviceLabel: string
  /** The link that signed this device in; '' where that is not known. */
  readonly pairingId: string
}

/** The camera that its device has already, also by a press a moment ago whose answer was lost on a bad line, or a new one. */
const cameraHereAtom = atom(null, async (get, set, wanted: NewCamera): Promise<Result<Camera>> => {
  const { http } = ownServices(get)
  const list = await http.send(calls.cameras.list, {})
  if (list.ok) await set(changeCameraListAtom, () => list.value)
  // By the device that it opens: that may have another id than when the camera was added.
  const present = get(localCamerasAtom).find(({ id }) => get(localDevicesAtom).get(id) === wanted.deviceId)
  if (present !== undefined) return ok(present)
  // Where the list cannot be read, nobody knows whether there is one.
  return list.ok ? http.send(calls.cameras.create, { body: wanted }) : list
})

/**
 * Adds a camera on this device with motion detection on, or turns it on for the one that its device has already, and goes
 * to where it runs; a sentence where it was refused.
 */
export const startPairedCameraAtom = atom(null, async (get, set, wanted: PairedCamera): Promise<string | null> => {
  const { http, session, navigate, reporter, showToast } = ownServices(get)
  const { deviceId, deviceLabel, pairingId } = wanted
  const checked = newCamera.safeParse({ name: wanted.name, location: PLACE, deviceId, deviceLabel })
  if (!checked.success) return checked.error.issues[0]?.message ?? ''
  const result = await set(cameraHereAtom, checked.data)
  if (!result.ok) {
    reportFailure(reporter, result.failure)
    return adviceOf(result.failure)
  }
  const added = result.value
  if (isFacingMode(added.deviceId)) set(rememberFacingCameraAtom, added.id)
  const motion = await http.send(calls.cameras.setMotionAudio, {
    params: { cameraId: added.id },
    body: { isMotionEnabled: true, isAudioEnabled: added.isAudioEnabled },
  })
  // The camera is there: where its motion detection is off, its card says so, with the switch.
  if (!motion.ok) reportFailure(reporter, motion.failure)
  if (!motion.ok && motion.failure.kind === 'signed-out') return adviceOf(motion.failure)
  const camera = { ...added, isMotionEnabled: motion.ok || added.isMotionEnabled }
  await set(changeCameraListAtom, (cameras) => [...cameras.filter(({ id }) => id !== camera.id), camera])
  if (pairingId !== '') {
    // Not waited for: it is of use to whoever looks at the other device.
    void http.send(calls.pairings.watch, { params: { pairingId }, body: { cameraId: camera.id } })
  }
  void get(queryClientAtom).invalidateQueries({ queryKey: get(keysAtom).cameras })
  void get(queryClientAtom).invalidateQueries({ queryKey: get(keysAtom).workspaceUsage })
  if (camera.name !== checked.data.name) {
    const text = `This device is a camera already: ${camera.name}. Its name is changed in Settings.`
    showToast({ kind: 'info', text })
  }
  // Nobody sits there to be shown around.
  session.endTour('cameras')
  navigate('/cameras', { replace: true })
  return null
})
