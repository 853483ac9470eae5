/** The engine's public face; nothing else is imported from outside. */
export type { CameraEngine, EngineEvent } from './camera-engine'
export { withAnswerLimit } from './capture/answer-limit'
export type { CaptureOptions } from './capture/capture-options'
export type { CaptureState, RunningState } from './capture/capture-state'
export { type Device, type DeviceList, fallbackDevices, listDevices } from './capture/devices'
export { askPermission, type CameraPermission, watchPermission } from './capture/permission'
export { isFacingMode, type OpenedStream, openDevice, openStream, stopStream } from './capture/stream'
export { WakeLock, type WakeLockState } from './capture/wake-lock'
export { pageClock } from './clock'
export type { CaptureFailure } from './failure'
export { loadEngine } from './load-engine'
export {
  type DetectionMethod,
  type HeatMap,
  type Measurement,
  ZONE_COLUMNS,
  ZONE_ROWS,
} from './motion/detection'
export type { FramePath } from './motion/frame-path'
export type { MotionWorkerState } from './motion/motion-worker'
export { motionThreshold } from './motion/threshold'
export type { Pace } from './pacing/pace-steps'
export type { PauseCause, Sight } from './pacing/sight'
export type { PersonModel } from './person/person-protocol'
export type { PersonSighting } from './person/person-verdict'
export type { ClipHead, ClosedClip } from './recording/clip'
export { type CloseResult, closeClip } from './recording/close-clip'
export type { RunningEngine } from './start-engine'
export type { Tampering } from './tampering/tampering'
export type { EngineTimings } from './timings'
export { browserTranscoders, type Transcoders } from './transcode/browser-transcoders'
export { isMp4 } from './transcode/container'
export { MP4_TYPE, type TranscodeFailure, type TranscodeResult, type Transcoder } from './transcode/transcoder'
