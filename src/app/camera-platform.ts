import { askPermission, listDevices, openStream, startEngine, stopStream, WakeLock, watchPermission } from '../engine'
import { engineTimings } from '../state/engine-timings'
import type { Reporter } from '../state/reporter'
import type { CameraPlatform } from '../state/services'
import { isMobileDevice } from './mobile-device'

/** Undefined outside secure pages, whatever the DOM's types say. */
const media = () => navigator.mediaDevices as MediaDevices | undefined

/** The cameras of this browser. */
export function browserCameras(reporter: Reporter): CameraPlatform {
  return {
    listDevices: () => listDevices(media()),
    watchDevices: (onChange, signal) => media()?.addEventListener('devicechange', onChange, { signal }),
    watchPermission,
    askPermission: () => askPermission(media()),
    startEngine: (tell, onWorkerState) => startEngine(engineTimings(isMobileDevice()), tell, onWorkerState),
    openPreview: (deviceId) => openStream(media(), { deviceId, withAudio: false }, () => undefined),
    stopPreview: stopStream,
    wakeLock: new WakeLock(document, navigator.wakeLock as Navigator['wakeLock'] | undefined, (error) =>
      reporter.report('The screen may go to sleep: the wake lock was refused.', error),
    ),
  }
}
