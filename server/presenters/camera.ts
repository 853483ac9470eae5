import type { Camera, CameraStatus } from '../../src/contract/camera'
import { ONLINE_WINDOW_MS } from '../../src/contract/limits'
import type { CameraTable } from '../db/schema'

export function presentCamera(row: CameraTable, nowMs: number): Camera {
  return {
    id: row.id,
    name: row.name,
    location: row.location,
    status: statusOf(row, nowMs),
    isMotionEnabled: row.is_motion_enabled === 1,
    isAudioEnabled: row.is_audio_enabled === 1,
    motionSensitivity: row.motion_sensitivity,
    deviceId: row.device_id,
    deviceLabel: row.device_label,
  }
}

/** Online while snapshots arrive (design 3). */
export function statusOf(row: CameraTable, nowMs: number): CameraStatus {
  return row.last_snapshot_at !== null && nowMs - row.last_snapshot_at <= ONLINE_WINDOW_MS ? 'ONLINE' : 'OFFLINE'
}
