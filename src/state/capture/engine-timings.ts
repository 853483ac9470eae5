import {
  CLIP_LENGTH_MS,
  CLIP_PRE_ROLL_MS,
  MOTION_CHECK_INTERVAL_MOBILE_MS,
  MOTION_CHECK_INTERVAL_MS,
  RECORDING_COOLDOWN_MS,
  SNAPSHOT_INTERVAL_MS,
  SNAPSHOT_JPEG_QUALITY,
} from '../../contract/limits'
import type { EngineTimings } from '../../engine'

/** The engine's numbers (REC-01 to REC-11): a mobile device checks for motion less often. */
export function engineTimings(isMobile: boolean): EngineTimings {
  return {
    checkIntervalMs: isMobile ? MOTION_CHECK_INTERVAL_MOBILE_MS : MOTION_CHECK_INTERVAL_MS,
    cooldownMs: RECORDING_COOLDOWN_MS,
    clipLengthMs: CLIP_LENGTH_MS,
    preRollMs: CLIP_PRE_ROLL_MS,
    snapshotIntervalMs: SNAPSHOT_INTERVAL_MS,
    jpegQuality: SNAPSHOT_JPEG_QUALITY,
  }
}
