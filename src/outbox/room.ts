import type { ClipStore } from './clip-store'
import { type ClipLocks, clipLock, roomLock } from './exclusive'

/** What undelivered clips may take where the browser grants more. */
export const defaultRoomBytes = 500_000_000

/** Half of the browser's grant at most: the rest of the app lives there, too. */
export function roomBytesOf(quotaBytes: number): number {
  return Math.min(defaultRoomBytes, quotaBytes / 2)
}

/**
 * Drops the oldest clips until clips and recordings take no more room than they may. `endedIds` are recordings that
 * wait to be made clips, and count as such. Never drops a clip that is being delivered, a recording that goes on, or
 * the newest clip, which may not have been tried once.
 */
export async function makeRoom(
  store: ClipStore,
  locks: ClipLocks,
  isDelivering: (id: string) => boolean,
  endedIds: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  // One tab after the other: the second would find the oldest clip taken and drop the next.
  await locks.exclusively(roomLock, () => dropOldest(store, locks, isDelivering, endedIds), signal)
}

async function dropOldest(
  store: ClipStore,
  locks: ClipLocks,
  isDelivering: (id: string) => boolean,
  endedIds: readonly string[],
): Promise<void> {
  const [roomBytes, clips, recordings] = await Promise.all([store.room(), store.list(), store.recordings()])
  let overBytes = [...clips, ...recordings].reduce((sum, { sizeBytes }) => sum + sizeBytes, -roomBytes)
  const ended = recordings.filter(({ id }) => endedIds.includes(id))
  const oldestFirst = [...clips, ...ended].sort((a, b) => a.startedAtMs - b.startedAtMs)
  for (const clip of oldestFirst.slice(0, -1)) {
    if (overBytes <= 0) return
    if (isDelivering(clip.id)) continue
    const drop = () => store.remove(clip, { kind: 'dropped' })
    const answer = await locks.ifFree(clipLock(clip.id), drop)
    if (answer === 'taken') continue
    if (answer === 'no-locks') await drop()
    overBytes -= clip.sizeBytes
  }
}
