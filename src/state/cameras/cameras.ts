import { atom } from 'jotai/vanilla'
import { queryClientAtom } from 'jotai-tanstack-query'
import { type Failure, isAway } from '../../api/result'
import { calls } from '../../contract/calls'
import type { Camera, CameraSettings, NewCamera } from '../../contract/camera'
import type { ExtensionName } from '../../contract/extensions'
import { DEFAULT_SENSITIVITY_PERCENT } from '../../contract/limits'
import { isFacingMode } from '../../engine/capture'
import { motionThreshold } from '../../engine/motion'
import { alertAtom } from '../alert'
import { extensionsAtom } from '../http/extensions'
import { newestPatience } from '../http/reads'
import { reportFailure, sentenceOf } from '../http/request-error'
import { without } from '../maps'
import { messages, raised } from '../messages'
import { servicesAtom } from '../services'
import { ownServices } from '../sign-in/own-services'
import { keysAtom } from '../sign-in/query-keys'
import { changeCameraListAtom } from './camera-list'
import { rememberFacingCameraAtom } from './local-cameras'

/** Sensitivity in percent; only a missing one counts as 50. */
export function sensitivityOf(camera: Pick<Camera, 'motionSensitivity'>): number {
  return camera.motionSensitivity ?? DEFAULT_SENSITIVITY_PERCENT
}

/** Above this share of the largest possible difference, a check is motion. */
export function thresholdOf(camera: Pick<Camera, 'motionSensitivity'>): number {
  return motionThreshold(sensitivityOf(camera))
}

/** Low below 25, Medium below 75, High otherwise (CAM-40). */
export function sensitivityLabel(percent: number): 'Low' | 'Medium' | 'High' {
  if (percent < 25) return 'Low'
  return percent < 75 ? 'Medium' : 'High'
}

/** Adds a camera; true when it was added (CAM-36, ERR-08, ERR-09). */
export const addCameraAtom = atom(null, async (get, set, typed: NewCamera): Promise<boolean> => {
  const camera = { ...typed, name: typed.name.trim(), location: typed.location.trim() }
  if (camera.name === '' || camera.location === '' || camera.deviceId === '') {
    set(alertAtom, messages.fillAllFields)
    return false
  }
  const { http, showToast, reporter } = ownServices(get)
  const result = await http.send(calls.cameras.create, { body: camera })
  if (!result.ok) {
    reportFailure(reporter, result.failure, raised.addCamera)
    showToast({ kind: 'error', text: messages.addCameraFailed, durationMs: 3_000 })
    return false
  }
  const added = result.value
  if (isFacingMode(added.deviceId)) set(rememberFacingCameraAtom, added.id)
  await set(changeCameraListAtom, (cameras) => [...cameras.filter(({ id }) => id !== added.id), added])
  showToast({ kind: 'success', text: messages.cameraAdded, durationMs: 3_000 })
  void get(queryClientAtom).invalidateQueries({ queryKey: get(keysAtom).cameras })
  void get(queryClientAtom).invalidateQueries({ queryKey: get(keysAtom).workspaceUsage })
  return true
})

/** Where the motion toggles were put that are being saved, by camera. */
export const togglingCamerasAtom = atom<ReadonlyMap<string, boolean>>(new Map<string, boolean>())

/**
 * Turns motion detection on or off (CAM-29); the sound setting goes along as it is. That it failed is told: whoever
 * turned it on and left would have a room that nobody watches.
 */
export const setMotionAtom = atom(null, async (get, set, camera: Camera, isMotionEnabled: boolean) => {
  const { http, showToast, reporter } = ownServices(get)
  set(togglingCamerasAtom, (put) => new Map([...put, [camera.id, isMotionEnabled]]))
  const result = await http.send(calls.cameras.setMotionAudio, {
    params: { cameraId: camera.id },
    body: { isMotionEnabled, isAudioEnabled: camera.isAudioEnabled },
  })
  const done = () => set(togglingCamerasAtom, (put) => without(put, camera.id))
  if (!result.ok) {
    done()
    reportFailure(reporter, result.failure, raised.toggleMotion)
    showToast({ kind: 'error', text: notToggled(camera, result.failure) })
    if (isAnswerLost(result.failure)) void get(queryClientAtom).invalidateQueries({ queryKey: get(keysAtom).cameras })
    return
  }
  const { id: _, ...updated } = result.value
  const changed = { isMotionEnabled, ...updated }
  await set(changeCameraListAtom, (cameras) =>
    cameras.map((other) => (other.id === camera.id ? { ...other, ...changed } : other)),
  )
  done()
})

/** Where only the answer was lost, nobody knows how it is. */
function notToggled({ name, isMotionEnabled }: Camera, failure: Failure): string {
  return isAnswerLost(failure) ? messages.motionUnclear(name) : messages.motionStays(name, isMotionEnabled)
}

function isAnswerLost(failure: Failure): boolean {
  return isAway(failure) || failure.kind === 'bad-answer'
}

type SettingOfExtension = {
  [Name in keyof CameraSettings]-?: undefined extends CameraSettings[Name] ? Name : never
}[keyof CameraSettings]

/** The extension that brings each setting beyond the seven of API-10. */
const extensionOf: Readonly<Record<SettingOfExtension, ExtensionName>> = {
  keepClipsOf: 'label-choices',
  isLiveAllowed: 'live',
  isDescribed: 'descriptions',
}

const canSet = (setting: SettingOfExtension) => atom((get) => get(extensionsAtom).has(extensionOf[setting]))

/** Whether the provider takes a choice of the clips to keep (EXT-19). */
export const canChooseClipsAtom = canSet('keepClipsOf')

/** Whether the provider lets a camera be kept out of live view (LIVE-90). */
export const canSetLiveAtom = canSet('isLiveAllowed')

/** Whether the provider has a language model that describes events (VIS-01). */
export const canDescribeAtom = canSet('isDescribed')

/** What is sent of changes to a camera: all of the seven, and of what extensions bring, where it is offered, only the changes (EXT-02). */
const sentAtom = atom((get) => (camera: CameraSettings, changed: Partial<CameraSettings>): CameraSettings => {
  const { name, location, isMotionEnabled, isAudioEnabled, motionSensitivity, deviceId, deviceLabel } = {
    ...camera,
    ...changed,
  }
  const offered = new Map<string, boolean>(
    Object.entries(extensionOf).map(([setting, extension]) => [setting, get(extensionsAtom).has(extension)]),
  )
  const further = Object.entries(changed).filter(([setting, value]) => offered.get(setting) && value !== undefined)
  return {
    name,
    location,
    isMotionEnabled,
    isAudioEnabled,
    motionSensitivity,
    deviceId,
    deviceLabel,
    ...Object.fromEntries(further),
  }
})

/**
 * The changes over what the camera has at the provider by now: somebody may have changed other settings of it since this
 * page read them. Where that cannot be read, over what is known here.
 */
const overNewestAtom = atom(
  null,
  async (get, _set, cameraId: string, known: CameraSettings, changed: Partial<CameraSettings>) => {
    const { http } = get(servicesAtom)
    const list = await http.send(calls.cameras.list, newestPatience())
    const newest = list.ok ? list.value.find(({ id }) => id === cameraId) : undefined
    const camera = newest === undefined ? known : { ...newest, motionSensitivity: sensitivityOf(newest) }
    return get(sentAtom)(camera, changed)
  },
)

/**
 * Saves what was changed of a camera's settings, over what the camera has by then (CAM-21); `shown` is what the dialog
 * says of all of them, each of which counts as changed where nothing else is said. True when saved (ERR-10 to ERR-12, X-25).
 */
export const saveCameraAtom = atom(
  null,
  async (get, set, cameraId: string, shown: CameraSettings, changed: Partial<CameraSettings> = shown) => {
    const { http, showToast } = ownServices(get)
    if (shown.deviceId === '') {
      showToast({ kind: 'error', text: messages.selectDevice })
      return false
    }
    const [name, location] = [shown.name.trim(), shown.location.trim()]
    if (name === '' || location === '') {
      set(alertAtom, messages.fillAllFields)
      return false
    }
    const trimmed = {
      ...changed,
      ...(changed.name !== undefined && { name }),
      ...(changed.location !== undefined && { location }),
    }
    const body = await set(overNewestAtom, cameraId, { ...shown, name, location }, trimmed)
    const result = await http.send(calls.cameras.update, { params: { cameraId }, body })
    if (!result.ok) {
      const text =
        result.failure.kind === 'http'
          ? messages.cameraNotUpdated
          : messages.cameraUpdateError(sentenceOf(result.failure))
      showToast({ kind: 'error', text })
      return false
    }
    // Only by who chose the device: a telephone's camera is not this machine's for a name that is saved here.
    if (changed.deviceId !== undefined && isFacingMode(changed.deviceId)) set(rememberFacingCameraAtom, cameraId)
    await set(changeCameraListAtom, (cameras) =>
      cameras.map((other) => (other.id === cameraId ? { ...other, ...body } : other)),
    )
    showToast({ kind: 'success', text: messages.cameraUpdated })
    void get(queryClientAtom).invalidateQueries({ queryKey: get(keysAtom).cameras })
    return true
  },
)
