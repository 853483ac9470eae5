import { SLOW_SNAPSHOT_INTERVAL_MS, SNAPSHOT_INTERVAL_MS } from '../../src/contract/limits'
import type { Clock } from '../lib/clock'

/** Somebody watches a workspace's cameras for this long after snapshots were last asked for. */
const WATCHED_MS = 15_000

/** A camera is online for three of its intervals after its last snapshot, and at least for this long (HUB-10). */
const ONLINE_INTERVALS = 3
const LEAST_ONLINE_MS = 15_000

/** When a camera's last snapshot came, and how long after the one before: at most the slowest pace asked for. */
interface Rhythm {
  readonly lastAtMs: number
  readonly intervalMs: number
}

/**
 * How often cameras send snapshots, and are asked to: as specified while somebody watches, less often while nobody does.
 * Other hubs are told who watches (shared-pictures.ts); rhythms are known to this process only.
 */
export class SnapshotPace {
  readonly #clock: Clock
  readonly #watchedAtMs = new Map<string, number>()
  readonly #rhythms = new Map<string, Rhythm>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  noteWatched(workspaceId: string): void {
    this.#watchedAtMs.set(workspaceId, this.#clock.now())
  }

  isWatched(workspaceId: string): boolean {
    const watchedAtMs = this.#watchedAtMs.get(workspaceId)
    // A look that lies far ahead was taken by a clock that has been set back since, and says nothing of now.
    return watchedAtMs !== undefined && Math.abs(this.#clock.now() - watchedAtMs) <= WATCHED_MS
  }

  /** Takes note of a snapshot; how long the camera may wait before the next, in milliseconds. */
  noteSnapshot(workspaceId: string, cameraId: string): number {
    const nowMs = this.#clock.now()
    const passedMs = nowMs - (this.#rhythms.get(cameraId)?.lastAtMs ?? nowMs)
    this.#rhythms.set(cameraId, { lastAtMs: nowMs, intervalMs: Math.min(passedMs, SLOW_SNAPSHOT_INTERVAL_MS) })
    return this.isWatched(workspaceId) ? SNAPSHOT_INTERVAL_MS : SLOW_SNAPSHOT_INTERVAL_MS
  }

  /** How old a camera's last snapshot may be while it counts as online; one that another process took may be of the slowest pace. */
  onlineWindowMs(cameraId: string, lastSnapshotAtMs: number): number {
    const rhythm = this.#rhythms.get(cameraId)
    const isOurs = rhythm !== undefined && rhythm.lastAtMs >= lastSnapshotAtMs
    const intervalMs = isOurs ? rhythm.intervalMs : SLOW_SNAPSHOT_INTERVAL_MS
    return Math.max(LEAST_ONLINE_MS, ONLINE_INTERVALS * intervalMs)
  }
}
