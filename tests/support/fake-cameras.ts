import type {
  CameraPermission,
  CaptureOptions,
  CaptureState,
  DeviceList,
  EngineEvent,
  FramePath,
  HeatMap,
  Measurement,
  MotionWorkerState,
  OpenedStream,
} from '../../src/engine'
import { fallbackDevices } from '../../src/engine'
import type { CameraPlatform } from '../../src/state/services'

export const webcam = { id: 'device-1', label: 'Webcam' }
export const webcamListed: DeviceList = { kind: 'listed', devices: [webcam] }

/** Cameras of a machine that exist in the test's words only. */
export interface FakeCameras extends CameraPlatform {
  /** What listing finds. */
  devices: DeviceList
  /** What the user answers when asked. */
  answer: CameraPermission
  /** What the engine says of how it gets at frames. */
  framePath: Pick<FramePath, 'frames' | 'pacing' | 'why'>
  /** How the next previews open. */
  openPreviewOf: (deviceId: string) => Promise<OpenedStream>
  /** How often the user was asked. */
  asked: number
  readonly stoppedPreviews: MediaStream[]
  /** What the app last told the engine; null while none runs. */
  running: ReadonlyMap<string, CaptureOptions> | null
  startedEngines: number
  closedEngines: number
  retries: number
  isAwake: boolean
  /** The browser tells a change of its permission. */
  permit(permission: CameraPermission): void
  /** A device was plugged in or out. */
  plug(devices: DeviceList): void
  /** The engine tells something. */
  tell(event: EngineEvent): void
  tellWorkerState(state: MotionWorkerState): void
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
    pace: { intervalMs: 300, analysisWidth: 480, droppedChecks: 0, isReduced: false },
    ...differing,
  }
}

/** A check of an ordinary scene that found this difference. */
export function measurement(difference: number, heat: HeatMap | null = null): Measurement {
  return { difference, brightness: 110, contrast: 40, isRepeat: false, heat }
}

export function fakeCameras(): FakeCameras {
  let tell: (event: EngineEvent) => void = unstarted
  let tellWorkerState: (state: MotionWorkerState) => void = unstarted
  let reportPermission: (permission: CameraPermission) => void = () => undefined
  let devicesChanged: () => void = () => undefined
  const cameras: FakeCameras = {
    devices: { kind: 'fallback', devices: fallbackDevices },
    answer: { phase: 'granted' },
    framePath: { frames: 'video-frame', pacing: 'video-callback', why: 'The best way.' },
    openPreviewOf: async () => ({ kind: 'open', stream: fakeStream(), hasAudio: false, isSubstitute: false }),
    asked: 0,
    stoppedPreviews: [],
    running: null,
    startedEngines: 0,
    closedEngines: 0,
    retries: 0,
    isAwake: false,
    listDevices: async () => cameras.devices,
    watchDevices: (onChange, signal) => {
      devicesChanged = () => signal.aborted || onChange()
    },
    watchPermission: async (report, signal) => {
      reportPermission = (permission) => signal.aborted || report(permission)
    },
    askPermission: async () => {
      cameras.asked++
      return cameras.answer
    },
    startEngine: (tellApp, onWorkerState) => {
      cameras.startedEngines++
      tell = tellApp
      tellWorkerState = onWorkerState
      return {
        engine: {
          setCameras: (wanted) => {
            cameras.running = wanted
          },
          retry: () => {
            cameras.retries++
          },
        },
        framePath: cameras.framePath,
        close: () => {
          cameras.running = null
          cameras.closedEngines++
        },
      }
    },
    openPreview: (deviceId) => cameras.openPreviewOf(deviceId),
    stopPreview: (stream) => void cameras.stoppedPreviews.push(stream),
    wakeLock: {
      hold: async () => {
        cameras.isAwake = true
      },
      release: async () => {
        cameras.isAwake = false
      },
    },
    permit: (permission) => reportPermission(permission),
    plug(devices) {
      cameras.devices = devices
      devicesChanged()
    },
    tell: (event) => tell(event),
    tellWorkerState: (state) => tellWorkerState(state),
  }
  return cameras
}

function unstarted(): never {
  throw new Error('The engine was not started.')
}
