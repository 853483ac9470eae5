import type { CaptureOptions, CaptureState, EngineEvent, PersonModel, TamperingWatches } from '../../../src/engine'
import type { CameraPermission, DeviceList, OpenedStream, WakeLockState } from '../../../src/engine/capture'
import { fallbackDevices } from '../../../src/engine/capture'
import type { FramePath, HeatMap, Measurement, MotionWorkerState, WatchEnd } from '../../../src/engine/motion'
import type { CameraPlatform, TabChannel } from '../../../src/state/services'
import { fakeTabs } from './fake-tabs'

export const webcam = { id: 'device-1', label: 'Webcam' }
export const webcamListed: DeviceList = { kind: 'listed', devices: [webcam] }

/** Cameras of a machine that exist in the test's words only. */
export interface FakeCameras extends CameraPlatform {
  /** What listing finds; null: it fails. */
  devices: DeviceList | null
  /** What the user answers when asked. */
  answer: CameraPermission
  /** What the engine says of how it gets at frames. */
  framePath: Pick<FramePath, 'frames' | 'pacing' | 'why'>
  /** As which device the next engine starts. */
  isMobile: boolean
  /** What it says of the machine. */
  areChecksLate: boolean
  /** How the next previews open. */
  openPreviewOf: (deviceId: string) => Promise<OpenedStream>
  /** How often the user was asked. */
  asked: number
  readonly stoppedPreviews: MediaStream[]
  /** What the app last told the engine; null while none runs. */
  running: ReadonlyMap<string, CaptureOptions> | null
  /** Why those ended that ran until then. */
  endedWhy: WatchEnd
  startedEngines: number
  /** As the app handed it to the engine that it started last. */
  findPersonModel: () => Promise<PersonModel | null>
  tampering: TamperingWatches
  closedEngines: number
  retries: number
  /** How often it was told that the microphone was allowed. */
  soundRetries: number
  /** Cameras that were told to record now, in order. */
  readonly recorded: string[]
  isAwake: boolean
  /** Whether the tab is in front, and what it shows. */
  isVisible: boolean
  title: string
  /** The browser tells a change of its permission. */
  permit(permission: CameraPermission): void
  /** The user allows the microphone. */
  allowMicrophone(): void
  /** A device was plugged in or out. */
  plug(devices: DeviceList | null): void
  /** The engine tells something. */
  tell(event: EngineEvent): void
  tellWorkerState(state: MotionWorkerState): void
  tellWakeLock(state: WakeLockState): void
  turn(isVisible: boolean): void
}

/** Stands for a stream where only its identity matters. */
export function fakeStream(): MediaStream {
  return { getTracks: () => [] } as unknown as MediaStream
}

type RunningState = Extract<CaptureState, { phase: 'running' }>

/** A camera that runs and watches; the test says what differs. */
export function runningState(differing: Partial<RunningState> = {}): RunningState {
  return {
    phase: 'running',
    stream: fakeStream(),
    hasAudio: false,
    isSubstitute: false,
    motion: { phase: 'watching' },
    path: { frames: 'video-frame', pacing: 'video-callback', why: 'The best way.' },
    sight: { phase: 'seeing' },
    pace: { intervalMs: 300, analysisWidth: 480, droppedChecks: 0, less: [] },
    ...differing,
  }
}

/** A check of an ordinary scene that found this difference. */
export function measurement(difference: number, heat: HeatMap | null = null): Measurement {
  return { difference, brightness: 110, isRepeat: false, moved: [], heat, scene: null }
}

/** Tabs that share a channel hear each other. */
export function fakeCameras(tabs: TabChannel = fakeTabs()()): FakeCameras {
  let tell: (event: EngineEvent) => void = unstarted
  let tellWorkerState: (state: MotionWorkerState) => void = unstarted
  let reportPermission: (permission: CameraPermission) => void = () => undefined
  let reportWakeLock: (state: WakeLockState) => void = () => undefined
  let reportVisibility: (isVisible: boolean) => void = () => undefined
  let devicesChanged: () => void = () => undefined
  let microphoneAllowed: () => void = () => undefined
  const cameras: FakeCameras = {
    devices: { kind: 'fallback', devices: fallbackDevices },
    answer: { phase: 'granted' },
    framePath: { frames: 'video-frame', pacing: 'video-callback', why: 'The best way.' },
    isMobile: false,
    areChecksLate: false,
    openPreviewOf: async () => ({ kind: 'open', stream: fakeStream(), hasAudio: false, isSubstitute: false }),
    asked: 0,
    stoppedPreviews: [],
    running: null,
    endedWhy: 'unwanted',
    startedEngines: 0,
    findPersonModel: () => Promise.reject(new Error('No engine was started.')),
    tampering: new Map(),
    closedEngines: 0,
    retries: 0,
    soundRetries: 0,
    recorded: [],
    isAwake: false,
    isVisible: true,
    title: 'Cameras',
    tabs,
    screenTitle: () => cameras.title,
    watchVisibility: (report, signal) => {
      reportVisibility = (isVisible) => signal.aborted || report(isVisible)
      report(cameras.isVisible)
    },
    listDevices: async () => cameras.devices,
    watchDevices: (onChange, signal) => {
      devicesChanged = () => signal.aborted || onChange()
    },
    watchPermission: async (report, signal) => {
      reportPermission = (permission) => signal.aborted || report(permission)
    },
    watchMicrophone: async (onAllowed, signal) => {
      microphoneAllowed = () => signal.aborted || onAllowed()
    },
    askPermission: async () => {
      cameras.asked++
      return cameras.answer
    },
    prepareEngine: async () => undefined,
    startEngine: (tellApp, onWorkerState, { findPersonModel, tampering }) => {
      Object.assign(cameras, { findPersonModel, tampering })
      cameras.startedEngines++
      tell = tellApp
      tellWorkerState = onWorkerState
      return {
        engine: {
          setCameras: (wanted, why = 'unwanted') => {
            cameras.running = wanted
            cameras.endedWhy = why
          },
          retry: () => {
            cameras.retries++
          },
          retryWithSound: () => {
            cameras.soundRetries++
          },
          recordNow: (cameraId) => {
            if (cameras.running?.get(cameraId)?.isMotionEnabled !== true) return false
            cameras.recorded.push(cameraId)
            return true
          },
        },
        framePath: cameras.framePath,
        isMobile: cameras.isMobile,
        areChecksLate: () => cameras.areChecksLate,
        close: () => {
          cameras.running = null
          cameras.closedEngines++
        },
      }
    },
    prepareSending: () => Promise.reject(new Error('This machine sends no live picture.')),
    openPreview: (deviceId) => cameras.openPreviewOf(deviceId),
    stopPreview: (stream) => void cameras.stoppedPreviews.push(stream),
    wakeLock: {
      hold: async () => {
        cameras.isAwake = true
      },
      release: async () => {
        cameras.isAwake = false
      },
      watch: (report, signal) => {
        reportWakeLock = (state) => signal.aborted || report(state)
      },
    },
    permit: (permission) => reportPermission(permission),
    allowMicrophone: () => microphoneAllowed(),
    plug(devices) {
      cameras.devices = devices
      devicesChanged()
    },
    tell: (event) => tell(event),
    tellWorkerState: (state) => tellWorkerState(state),
    tellWakeLock: (state) => reportWakeLock(state),
    turn(isVisible) {
      cameras.isVisible = isVisible
      reportVisibility(isVisible)
    },
  }
  return cameras
}

function unstarted(): never {
  throw new Error('The engine was not started.')
}
