import type { Camera } from '../../src/contract/camera'
import { keptGroups } from '../db/label-text'
import type { CameraTable } from '../db/schema'
import { type StatusSources, statusOf } from './camera-status'

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
    keepClipsOf: keptGroups(row.keep_clips_of),
    isLiveAllowed: row.is_live_allowed === 1,
  }
}
