import { loadEngine, pageClock } from '../engine'
import {
  askPermission,
  listDevices,
  openDevice,
  stopStream,
  WakeLock,
  watchMicrophone,
  watchPermission,
  withAnswerLimit,
} from '../engine/capture'
import { engineTimings } from '../state/capture/engine-timings'
import type { CameraPlatform, Reporter, TabChannel } from '../state/services'
import { isMobileDevice } from '../ui/layout/mobile-device'
import { titleOfScreen } from '../ui/layout/use-title-mark'
import { patiently } from './patiently'

/** Undefined outside secure pages, whatever the DOM's types say. */
const media = () => navigator.mediaDevices as MediaDevices | undefined

const answering = (opener: MediaDevices | undefined) => opener && withAnswerLimit(opener, pageClock)

/** The cameras of this browser. */
export function browserCameras(reporter: Reporter): CameraPlatform {
  let startEngine: Awaited<ReturnType<typeof loadEngine>> | null = null
  return {
    listDevices: () => listDevices(answering(media())),
    watchDevices: (onChange, signal) => media()?.addEventListener('devicechange', onChange, { signal }),
    watchPermission,
    watchMicrophone,
    askPermission: () => askPermission(media()),
    async prepareEngine() {
      startEngine ??= await patiently(loadEngine)
    },
    startEngine(tell, onWorkerState, given) {
      if (startEngine === null) throw new Error('The engine was not prepared.')
      const isMobile = isMobileDevice()
      const running = startEngine(engineTimings(isMobile), tell, onWorkerState, {
        ...given,
        onRecorderLost: (message) => reporter.report('The recorder worker was lost; a new one starts.', message),
        onNamingUnable: (message) =>
          reporter.report('People cannot be told from other motion now; it is tried again later.', message),
        onPersonModelFailed: (message) =>
          reporter.report("The hub's person model does not run here; the built-in detector serves.", message),
      })
      return { ...running, isMobile }
    },
    prepareSending: () => patiently(async () => (await import('../engine/live')).browserSending()),
    openPreview: (deviceId) => openDevice(answering(media()), deviceId),
    stopPreview: stopStream,
    wakeLock: new WakeLock(document, navigator.wakeLock as Navigator['wakeLock'] | undefined, (error) =>
      reporter.report('The screen may go to sleep: the wake lock was refused.', error),
    ),
    tabs: tabChannel(),
    watchVisibility(report, signal) {
      const tell = () => report(document.visibilityState === 'visible')
      document.addEventListener('visibilitychange', tell, { signal })
      tell()
    },
    screenTitle: () => titleOfScreen().replace(/ · Nightjar$/, ''),
  }
}

/** The other tabs of this browser; silence where it has no BroadcastChannel. */
function tabChannel(): TabChannel {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('nightjar-tabs')
  return {
    tell: (message) => channel?.postMessage(message),
    listen: (hear, signal) => channel?.addEventListener('message', ({ data }) => hear(data), { signal }),
  }
}
