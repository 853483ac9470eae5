/** The engine's public face; nothing else is imported from outside. */
export type { CameraEngine, EngineEvent } from './camera-engine'
export type { CaptureOptions } from './capture/capture-options'
export type { CaptureState, RunningState } from './capture/capture-state'
export type { Clip } from './capture/clip'
export { type Device, type DeviceList, fallbackDevices, listDevices } from './capture/devices'
export { askPermission, type CameraPermission, watchPermission } from './capture/permission'
export { isFacingMode, type OpenedStream, openStream, stopStream } from './capture/stream'
export { WakeLock } from './capture/wake-lock'
export type { CaptureFailure } from './failure'
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
export { type RunningEngine, startEngine } from './start-engine'
export type { EngineTimings } from './timings'
