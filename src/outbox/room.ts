import { HOUR_MS } from '../lib/durations'
import type { ClipStore } from './clip-store'
import { type ClipLocks, clipLock, recordingLock, roomLock } from './exclusive'
import type { EndedRecording } from './recording'
import type { ClipEntry } from './waiting-clip'

/** What undelivered clips may take where the browser grants more. */
export const defaultRoomBytes = 500_000_000

/** Half of the browser's grant at most: the rest of the app lives there, too. */
export function roomBytesOf(quotaBytes: number): number {
  return Math.min(defaultRoomBytes, quotaBytes / 2)
}

/** What is dated so far ahead was recorded before the clock was set back; by minutes it may be set right at any time. */
const SET_BACK_MS = HOUR_MS

/** What room is made in, and what must not leave it. */
export interface RoomPorts {
  readonly store: ClipStore
  readonly locks: ClipLocks
  readonly isDelivering: (id: string) => boolean
  /** Recordings that wait to be made clips: they count as such. */
  readonly ended: () => readonly EndedRecording[]
  readonly nowMs: () => number
}

/**
 * Drops the oldest clips until clips and recordings take no more room than they may. Never drops a clip that is being
 * delivered, a recording that goes on, or the newest clip, which may not have been tried once.
 */
export async function makeRoom(ports: RoomPorts, signal: AbortSignal): Promise<void> {
  const { store, locks, isDelivering } = ports
  const ended = ports.ended()
  const dropOldest = async () => {
    const { all, droppable } = await candidates(store, ended, byAge(ports.nowMs()))
    let overBytes = all.reduce((sum, { sizeBytes }) => sum + sizeBytes, -(await store.room()))
    for (const clip of droppable.slice(0, -1)) {
      if (overBytes <= 0) return
      if (!isDelivering(clip.id) && (await isDropped(store, locks, clip, ended))) overBytes -= clip.sizeBytes
    }
  }
  // One tab after the other: the second would find the oldest clip taken and drop the next.
  await locks.exclusively(roomLock, dropOldest, signal)
}

/**
 * Drops the oldest clip on the disk for a newer one that the disk has no room for: it may be fuller than it says. Drops
 * none where the newcomer is older than all that is there.
 */
export async function makeRoomFor(newcomer: ClipEntry, ports: RoomPorts, signal: AbortSignal): Promise<void> {
  const { store, locks, isDelivering } = ports
  const ended = ports.ended()
  const dropOne = async () => {
    const inOrder = byAge(ports.nowMs())
    const [{ droppable }, remembered] = await Promise.all([candidates(store, ended, inOrder), store.remembered()])
    for (const clip of droppable) {
      if (inOrder(clip, newcomer) >= 0) return
      if (remembered.includes(clip.id) || isDelivering(clip.id)) continue
      if (await isDropped(store, locks, clip, ended)) return
    }
  }
  await locks.exclusively(roomLock, dropOne, signal)
}

type Candidate = Pick<ClipEntry, 'id' | 'workspaceId' | 'startedAtMs' | 'sizeBytes'>

type AgeOrder = (a: Pick<ClipEntry, 'startedAtMs'>, b: Pick<ClipEntry, 'startedAtMs'>) => number

/** Oldest first: all that comes after the clock was set back is newer than what is dated ahead of it. */
function byAge(nowMs: number): AgeOrder {
  const turnOf = ({ startedAtMs }: Pick<ClipEntry, 'startedAtMs'>) => (startedAtMs > nowMs + SET_BACK_MS ? 0 : 1)
  return (a, b) => turnOf(a) - turnOf(b) || a.startedAtMs - b.startedAtMs
}

async function candidates(
  store: ClipStore,
  ended: readonly EndedRecording[],
  inOrder: AgeOrder,
): Promise<{ readonly all: readonly Candidate[]; readonly droppable: readonly Candidate[] }> {
  const [clips, recordings] = await Promise.all([store.list(), store.recordings()])
  const waiting = recordings.filter(({ id }) => ended.some((each) => each.id === id))
  return {
    all: [...clips, ...recordings],
    droppable: [...clips, ...waiting].sort(inOrder),
  }
}

/** false where some tab delivers it, or makes a file of it. */
async function isDropped(
  store: ClipStore,
  locks: ClipLocks,
  clip: Candidate,
  ended: readonly EndedRecording[],
): Promise<boolean> {
  const isOrphan = ended.some(({ id, owner }) => id === clip.id && owner === 'dead-tab')
  let isGone = false
  const drop = async () => {
    // Another tab may have made a clip of it since, and deliver that.
    if (isOrphan && (await store.recording(clip.id)) === null) return
    await store.remove(clip, { kind: 'dropped' })
    isGone = true
  }
  const answer = await locks.ifFree(isOrphan ? recordingLock(clip.id) : clipLock(clip.id), drop)
  if (answer === 'no-locks') await drop()
  return isGone
}
