import type { Camera, CameraStatus } from '../../src/contract/camera'
import type { CameraTable } from '../db/schema'
import type { Services } from '../hub/services'

/** What a camera's state is read from, besides its row. */
type StatusSources = Pick<Services, 'clock' | 'snapshotPace'>

export function presentCamera(row: CameraTable, sources: StatusSources): Camera {
  return {
    id: row.id,
    name: row.name,
    location: row.location,
    status: statusOf(row, sources),
    isMotionEnabled: row.is_motion_enabled === 1,
    isAudioEnabled: row.is_audio_enabled === 1,
    motionSensitivity: row.motion_sensitivity,
    deviceId: row.device_id,
    deviceLabel: row.device_label,
  }
}

/** Online while snapshots arrive (HUB-10). One of the future came while the clock was ahead and says nothing of now. */
export function statusOf(row: CameraTable, { clock, snapshotPace }: StatusSources): CameraStatus {
  if (row.last_snapshot_at === null) return 'OFFLINE'
  return Math.abs(clock.now() - row.last_snapshot_at) <= snapshotPace.onlineWindowMs(row.id) ? 'ONLINE' : 'OFFLINE'
}
