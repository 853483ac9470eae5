import {
  CLIP_LENGTH_MS,
  MOTION_CHECK_INTERVAL_MOBILE_MS,
  MOTION_CHECK_INTERVAL_MS,
  RECORDING_COOLDOWN_MS,
  SNAPSHOT_INTERVAL_MS,
  SNAPSHOT_JPEG_QUALITY,
} from '../contract/limits'
import {
  askPermission,
  type EngineTimings,
  listDevices,
  openStream,
  startEngine,
  stopStream,
  WakeLock,
  watchPermission,
} from '../engine'
import type { Reporter } from '../state/reporter'
import type { CameraPlatform } from '../state/services'
import { isMobileDevice } from './mobile-device'

/** Undefined outside secure pages, whatever the DOM's types say. */
const media = () => navigator.mediaDevices as MediaDevices | undefined

function timings(): EngineTimings {
  return {
    checkIntervalMs: isMobileDevice() ? MOTION_CHECK_INTERVAL_MOBILE_MS : MOTION_CHECK_INTERVAL_MS,
    cooldownMs: RECORDING_COOLDOWN_MS,
    clipLengthMs: CLIP_LENGTH_MS,
    snapshotIntervalMs: SNAPSHOT_INTERVAL_MS,
    jpegQuality: SNAPSHOT_JPEG_QUALITY,
  }
}

/** The cameras of this browser. */
export function browserCameras(reporter: Reporter): CameraPlatform {
  return {
    listDevices: () => listDevices(media()),
    watchDevices: (onChange, signal) => media()?.addEventListener('devicechange', onChange, { signal }),
    watchPermission,
    askPermission: () => askPermission(media()),
    startEngine: (tell, onWorkerState) => startEngine(timings(), tell, onWorkerState),
    openPreview: (deviceId) => openStream(media(), { deviceId, withAudio: false }, () => undefined),
    stopPreview: stopStream,
    wakeLock: new WakeLock(document, navigator.wakeLock as Navigator['wakeLock'] | undefined, (error) =>
      reporter.report('The screen may go to sleep: the wake lock was refused.', error),
    ),
  }
}
