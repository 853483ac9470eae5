import type { CameraStatus } from '../../src/contract/camera'
import type { CameraTable } from '../db/schema'
import type { Clock } from '../lib/clock'
import type { LastSeen } from './last-seen'

/** What a camera's state is read from, besides its row. */
export interface StatusSources {
  readonly clock: Clock
  readonly lastSeen: Pick<LastSeen, 'over'>
  readonly snapshotPace: {
    /** How old a camera's last snapshot, of that moment, may be while it counts as online. */
    onlineWindowMs(cameraId: string, lastSnapshotAtMs: number): number
  }
}

/** Online while snapshots arrive (HUB-10). One of the future came while the clock was ahead, and says nothing of now. */
export function statusOf(row: CameraTable, { clock, lastSeen, snapshotPace }: StatusSources): CameraStatus {
  const { last_snapshot_at: seenAtMs } = lastSeen.over(row)
  if (seenAtMs === null) return 'OFFLINE'
  return Math.abs(clock.now() - seenAtMs) <= snapshotPace.onlineWindowMs(row.id, seenAtMs) ? 'ONLINE' : 'OFFLINE'
}
