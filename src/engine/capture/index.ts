/** What a device gives before and beside the engine: which there are, whether they may be used, and their streams. */
export { withAnswerLimit } from './answer-limit'
export { type DeviceList, fallbackDevices, isFallbackLabel, listDevices } from './devices'
export { askPermission, type CameraPermission, watchMicrophone, watchPermission } from './permission'
export { isFacingMode, type OpenedStream, openDevice, stopStream } from './stream'
export { WakeLock, type WakeLockState } from './wake-lock'
