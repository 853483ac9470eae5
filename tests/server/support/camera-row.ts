import type { CameraTable } from '../../../server/db/schema'

/** A camera as its table has it: nothing was chosen for it, and it has sent no picture. */
export const cameraRow: CameraTable = {
  id: 'cam-1',
  workspace_id: 'ws-1',
  position: 1,
  name: 'Front',
  location: 'Hall',
  device_id: '',
  device_label: '',
  is_motion_enabled: 1,
  is_audio_enabled: 0,
  motion_sensitivity: null,
  keep_clips_of: null,
  is_live_allowed: 1,
  is_described: 0,
  created_at: 0,
  last_snapshot_at: null,
  snapshot_version: null,
  removed_at: null,
}
