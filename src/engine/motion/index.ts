/** What is measured, how, and when it is motion. */
export { type DetectionMethod, type HeatMap, type Measurement, ZONE_COLUMNS, ZONE_ROWS } from './detection'
export type { FramePath } from './frame-path'
export type { WatchEnd } from './motion-watch'
export type { MotionWorkerState } from './motion-worker-client'
export { motionThreshold } from './threshold'
