/**
 * The engine's public face: the cameras of one tab, what they are told and what they tell. Its parts have faces of their
 * own: capture (devices, permission, streams), live (live view), motion (what is measured), recording (clips), transcode
 * (MP4). Nothing else of it is imported from outside.
 */
export type { CameraEngine, EngineEvent } from './camera-engine'
export type { CaptureOptions } from './capture/capture-options'
export type { CaptureState } from './capture/capture-state'
export { pageClock } from './clock'
export type { CaptureFailure } from './failure'
export { loadEngine } from './load-engine'
export type { PersonModel } from './naming/naming-protocol'
export type { WatchedLook } from './naming/naming-watch'
export type { NamingPhase } from './naming/naming-worker-client'
export type { LessStep } from './pacing/less'
export type { Tampering } from './tampering/tampering-sense'
export type { TamperingWatches } from './tampering/tampering-watch'
export type { EngineTimings } from './timings'
