import type { CameraStatus } from '../../src/contract/camera'
import type { CameraTable } from '../db/schema'
import type { Clock } from '../lib/clock'

/** What a camera's state is read from, besides its row. */
export interface StatusSources {
  readonly clock: Clock
  readonly snapshotPace: {
    /** How old a camera's last snapshot may be while it counts as online. */
    onlineWindowMs(cameraId: string): number
  }
}

/** Online while snapshots arrive (HUB-10). One of the future came while the clock was ahead, and says nothing of now. */
export function statusOf(row: CameraTable, { clock, snapshotPace }: StatusSources): CameraStatus {
  if (row.last_snapshot_at === null) return 'OFFLINE'
  return Math.abs(clock.now() - row.last_snapshot_at) <= snapshotPace.onlineWindowMs(row.id) ? 'ONLINE' : 'OFFLINE'
}
