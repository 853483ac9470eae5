import { atom } from 'jotai/vanilla'
import type { Camera } from '../../contract/camera'
import type { CaptureOptions } from '../../engine'
import { sensitivityOf } from '../cameras/cameras'
import { mayOpenCamerasAtom } from '../cameras/devices'
import { localCamerasAtom, localDevicesAtom } from '../cameras/local-cameras'
import { extensionsAtom } from '../http/extensions'
import { recordsInModeAtom } from '../modes/holding-mode'
import { isMp4TakenAtom } from '../recordings/clip-codecs'
import { longestClipAtom } from '../recordings/recording-settings'
import { sessionAtom } from '../sign-in/session'
import { snapshotIntervalAtom } from '../snapshots/snapshots'
import { isAudioRefusedAtom } from '../workspace/workspace'
import { detectionAtom } from './detection-draft'

/** Whether this tab is to look for its cameras: after the cameras screen was opened, or on a known camera laptop. */
export const isCaptureWantedAtom = atom(false)

/** The captures this tab should run. Never prompts: only with permission, or where devices already show their ids. */
export const wishedCapturesAtom = atom((get): ReadonlyMap<string, CaptureOptions> => {
  if (!get(isCaptureWantedAtom) || get(sessionAtom).phase !== 'signed-in') return new Map()
  if (!get(mayOpenCamerasAtom)) return new Map()
  const deviceIds = get(localDevicesAtom)
  const detectionOf = get(detectionAtom)
  const snapshotIntervalOf = get(snapshotIntervalAtom)
  const longestClipOf = get(longestClipAtom)
  const recordsInMode = get(recordsInModeAtom)
  const isAudioRefused = get(isAudioRefusedAtom)
  const isMp4Taken = get(isMp4TakenAtom)
  // A provider that is told of nobody has no use for names.
  const isNamingWanted = get(extensionsAtom).has('detections')
  const optionsOf = (camera: Camera): CaptureOptions => {
    const detection = detectionOf(camera.id)
    return {
      deviceId: deviceIds.get(camera.id) ?? camera.deviceId,
      isMotionEnabled: camera.isMotionEnabled,
      isMotionRecorded: recordsInMode(camera.id),
      isAudioEnabled: camera.isAudioEnabled && !isAudioRefused,
      sensitivityPercent: sensitivityOf(camera),
      detectionMethod: detection.method,
      ignoredZones: detection.ignoredZones,
      isHeatWanted: detection.isHeatShown,
      isNamingWanted,
      keepClipsOf: isNamingWanted ? (camera.keepClipsOf ?? null) : null,
      longestClipMs: longestClipOf(camera.id),
      isMp4Taken,
      snapshotIntervalMs: snapshotIntervalOf(camera.id),
    }
  }
  return new Map(get(localCamerasAtom).map((camera) => [camera.id, optionsOf(camera)]))
})
