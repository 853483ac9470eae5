import { atom } from 'jotai/vanilla'
import { CLOCK_TOLERANCE_MS } from '../../contract/limits'
import type { CameraPermission, WakeLockState } from '../../engine/capture'
import { type CaptureState, captureStatesAtom } from '../cameras/capture-states'
import { isCameraMissingAtom, isPermissionLastingAtom, permissionAtom } from '../cameras/devices'
import { localCamerasAtom } from '../cameras/local-cameras'
import { isMotionUnusableAtom } from '../capture/capture'
import { type RecordingTab, recordingTabAtom } from '../capture/recording-tab'
import { wakeLockAtom } from '../capture/wake-lock'
import { readingOf } from '../http/reads'
import { captureFailureSentences, messages, motionUnusable, sightSentences, wakeLockSentences } from '../messages'
import type { Installation } from '../services'
import { installWords } from './install-words'
import {
  type BatteryReading,
  batteryAtom,
  clockQueryAtom,
  type DeviceFacts,
  deviceFactsAtom,
  hasHubClockAtom,
  installationAtom,
} from './this-device'

/** What a device needs that is a camera and is to come back by itself. */
export type NeedName = 'permission' | 'watching' | 'awake' | 'storage' | 'power' | 'installed' | 'clock'

/**
 * How one of them stands: it is there, somebody has something to do, it comes by itself, it may be done, the browser does not tell, or
 * it is being asked.
 */
export interface Need {
  readonly name: NeedName
  readonly title: string
  readonly state: 'ready' | 'to-do' | 'later' | 'optional' | 'untold' | 'asking'
  readonly line: string
}

type Standing = Pick<Need, 'state' | 'line'>

const asking: Standing = { state: 'asking', line: 'Looking …' }

export const needsAtom = atom((get): readonly Need[] => {
  const facts = get(deviceFactsAtom)
  const watching = get(localCamerasAtom).filter(({ isMotionEnabled }) => isMotionEnabled)
  const clock = get(clockQueryAtom)
  return [
    {
      name: 'permission',
      title: 'Camera allowed',
      ...permissionNeed(get(permissionAtom), get(isCameraMissingAtom), get(isPermissionLastingAtom)),
    },
    {
      name: 'watching',
      title: 'Watches for motion',
      ...watchingNeed(
        watching.map(({ id, name }) => ({ name, capture: get(captureStatesAtom).get(id) })),
        get(recordingTabAtom),
        get(isMotionUnusableAtom),
      ),
    },
    { name: 'awake', title: 'Screen stays awake', ...awakeNeed(get(wakeLockAtom)) },
    { name: 'power', title: 'Plugged in', ...powerNeed(get(batteryAtom)) },
    { name: 'storage', title: 'Clips are kept', ...(facts === null ? asking : storageNeed(facts)) },
    {
      name: 'clock',
      title: 'Clock agrees with the hub',
      ...(get(hasHubClockAtom) ? clockNeed(readingOf(clock), clock.data) : clockUntold),
    },
    { name: 'installed', title: 'Installed as an app', ...installedNeed(get(installationAtom), facts) },
  ]
})

function lastingNeed(isLasting: boolean): Standing {
  if (isLasting)
    return {
      state: 'ready',
      line: 'This browser may use the camera, after a restart too where “Allow on every visit” was chosen.',
    }
  return {
    state: 'to-do',
    line: 'Allowed for this visit only. Have the browser remember it for this page, so that nobody has to be there after a restart.',
  }
}

function permissionNeed(permission: CameraPermission, isCameraMissing: boolean, isLasting: boolean): Standing {
  switch (permission.phase) {
    case 'unknown':
      return asking
    case 'granted':
      return isCameraMissing ? { state: 'to-do', line: captureFailureSentences['no-device'] } : lastingNeed(isLasting)
    case 'prompt':
      return {
        state: 'to-do',
        line: 'Allow the camera on every visit, so that nobody has to be there after a restart.',
      }
    case 'denied':
      return { state: 'to-do', line: captureFailureSentences['permission-denied'] }
    case 'unavailable':
      return { state: 'to-do', line: captureFailureSentences[permission.reason] }
  }
}

/** A camera of this device that is to look for motion, and how it stands in this tab. */
interface Watching {
  readonly name: string
  readonly capture: CaptureState | undefined
}

function watchingNeed(cameras: readonly Watching[], recording: RecordingTab, isUnusable: boolean): Standing {
  if (cameras.length === 0) {
    return {
      state: 'to-do',
      line: 'No camera of this device looks for motion. Turn Motion Detection on under Cameras.',
    }
  }
  const names = cameras.map(({ name }) => name).join(', ')
  // How they stand there is for that tab to say.
  if (recording.phase === 'elsewhere') {
    return {
      state: 'ready',
      line: `${names}, in another tab of this browser. It goes on when this browser opens Nightjar again.`,
    }
  }
  if (isUnusable) return { state: 'to-do', line: `${motionUnusable.title}. ${motionUnusable.help}` }
  const problems = cameras.flatMap(({ name, capture }) => {
    const problem = capture && whyBlind(capture)
    return problem ? [`${name}: ${problem}`] : []
  })
  if (problems.length > 0) return { state: 'to-do', line: problems.join(' ') }
  const awaited = cameras.filter(({ capture }) => capture?.phase !== 'running')
  if (awaited.length === 0)
    return { state: 'ready', line: `${names}. It goes on when this browser opens Nightjar again.` }
  return {
    state: 'later',
    line: `${awaited.map(({ name }) => name).join(', ')}: not running yet. It begins under Cameras, as soon as this browser may use the camera.`,
  }
}

/** Why a camera that was started looks at nothing, or not at what it is set up for; null where it watches. */
function whyBlind(capture: CaptureState): string | null {
  if (capture.phase === 'failed') return captureFailureSentences[capture.reason]
  if (capture.phase !== 'running') return null
  if (capture.sight.phase === 'paused') return sightSentences[capture.sight.why]
  if (capture.sight.phase === 'frozen') return sightSentences.frozen
  return capture.isSubstitute ? messages.standIn : null
}

function awakeNeed({ phase }: WakeLockState): Standing {
  switch (phase) {
    case 'held':
      return { state: 'ready', line: 'The browser keeps the screen on while Nightjar is in front.' }
    case 'idle':
      return { state: 'later', line: 'Asked for as soon as a camera looks for motion and this tab is in front.' }
    case 'refused':
    case 'unsupported':
      return { state: 'to-do', line: wakeLockSentences[phase].help }
  }
}

function powerNeed(reading: BatteryReading): Standing {
  if (reading.phase === 'asking') return asking
  if (reading.phase === 'untold') {
    return { state: 'untold', line: 'This browser does not tell; Chrome and Edge do. Leave the device plugged in.' }
  }
  const { isPluggedIn, level } = reading.battery
  const percent = `${Math.round(level * 100)} %`
  return isPluggedIn
    ? { state: 'ready', line: `On mains power, battery at ${percent}.` }
    : { state: 'to-do', line: `On its battery, at ${percent}. Plug the device in.` }
}

function storageNeed({ storage }: DeviceFacts): Standing {
  switch (storage) {
    case 'kept':
      return { state: 'ready', line: 'Clips that wait for the hub stay, also when this device’s disk is full.' }
    case 'not-kept':
      return { state: 'to-do', line: 'On a full disk the browser may throw away clips that wait for the hub.' }
    case 'refused':
      return {
        state: 'to-do',
        line: 'The browser refused for now. Install Nightjar, or allow its notifications, and ask again.',
      }
    case 'untold':
      return { state: 'untold', line: 'This browser does not tell. Leave some room on the disk.' }
  }
}

function installedNeed(installation: Installation | null, facts: DeviceFacts | null): Standing {
  if (installation === null || facts === null) return asking
  switch (installation) {
    case 'own-window':
      return { state: 'ready', line: 'Nightjar runs as an app, in a window of its own.' }
    case 'elsewhere':
      return {
        state: 'to-do',
        line: 'Installed. Open Nightjar from its icon, then close this tab: only one of them runs the cameras.',
      }
    case 'offered':
      return {
        state: 'optional',
        line: 'This is a tab, which is closed sooner than an app. Installed, Nightjar has a window and an icon of its own.',
      }
    case 'by-hand':
      return {
        state: 'optional',
        line: `This is a tab, which is closed sooner than an app. ${installWords(facts.name)}`,
      }
  }
}

const clockUntold: Standing = { state: 'untold', line: 'This hub does not say its time.' }

function clockNeed(reading: ReturnType<typeof readingOf>, aheadMs: number | undefined): Standing {
  if (aheadMs === undefined) {
    return reading === 'missing' ? { state: 'untold', line: 'The hub does not answer; look again later.' } : asking
  }
  if (Math.abs(aheadMs) <= CLOCK_TOLERANCE_MS) return { state: 'ready', line: 'Both tell the same time.' }
  const gap = `${spanWords(Math.abs(aheadMs))} ${aheadMs > 0 ? 'behind' : 'ahead of'} the hub’s`
  return { state: 'to-do', line: `This clock is ${gap}. Have the system set its time by itself, here and at the hub.` }
}

function spanWords(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 120) return `${seconds} s`
  return seconds < 7200 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3600)} hours`
}
