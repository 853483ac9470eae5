import type { Camera } from '../../src/contract/camera'
import { MINUTE_MS } from '../../src/lib/durations'
import { keptGroups } from '../db/label-text'
import type { CameraTable } from '../db/schema'
import { type StatusSources, statusOf } from './camera-status'
import type { CameraServices } from './services'

export function presentCamera(row: CameraTable, sources: StatusSources & Pick<CameraServices, 'hasVision'>): Camera {
  const { last_snapshot_at: seenAtMs } = sources.lastSeen.over(row)
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
    // Without a model nothing is sent, whatever was chosen while there was one.
    ...(sources.hasVision && { isDescribed: row.is_described === 1 }),
    lastSeenAt: seenAtMs === null ? null : minuteOf(seenAtMs),
  }
}

/** No more exactly: a list that is read every few seconds would be another each time. */
function minuteOf(atMs: number): string {
  return new Date(Math.floor(atMs / MINUTE_MS) * MINUTE_MS).toISOString()
}
