import type { ClipStore } from './clip-store'
import { OutboxMemory } from './outbox-memory'
import { entryOfRecording } from './recording'
import { entryOf } from './waiting-clip'

/**
 * Keeps in memory what the disk refuses (a full disk, a private window): such a clip does not survive the tab, but it
 * is delivered as long as the tab lives. Rejects only where the bytes cannot be read back: they may be another time.
 */
export function resilientStore(disk: ClipStore, onDiskError: (error: unknown) => void): ClipStore {
  const memory = new OutboxMemory()
  /** The disk's answer, or the other where it fails. */
  const fromDisk = async <T>(asked: Promise<T>, otherwise: T): Promise<T> =>
    asked.catch((error: unknown) => {
      onDiskError(error)
      return otherwise
    })
  const isTaken = (writing: Promise<unknown>) =>
    fromDisk(
      writing.then(() => true),
      false,
    )
  return {
    async put(clip) {
      if (await isTaken(disk.put(clip))) memory.clips.delete(clip.id)
      else memory.clips.set(clip.id, clip)
    },
    async list() {
      const kept = (await fromDisk(disk.list(), [])).filter(({ id }) => !memory.clips.has(id))
      return [...kept, ...[...memory.clips.values()].map(entryOf)].sort((a, b) => a.startedAtMs - b.startedAtMs)
    },
    async get(id) {
      return memory.clips.get(id) ?? disk.get(id)
    },
    async remove(clip, why) {
      const isRemembered = memory.forget(clip.id)
      const isCountedHere = why.kind === 'dropped' && isRemembered
      const isEntered = await isTaken(disk.remove(clip, isCountedHere ? { kind: 'discarded' } : why))
      // A clip that the disk would not let go will be dropped, and counted, another time.
      if (isCountedHere || (why.kind === 'delivered' && !isEntered)) memory.enter(clip.workspaceId, why)
    },
    async begin(recording) {
      if (!(await isTaken(disk.begin(recording)))) memory.recordings.set(recording.id, recording)
    },
    async append(part) {
      // What follows a part that the disk refused would be of no use there.
      const isBroken = memory.recordings.has(part.recordingId) || memory.parts.has(part.recordingId)
      if (isBroken || !(await isTaken(disk.append(part)))) memory.append(part)
    },
    async illustrate(recordingId, thumbnail) {
      if (!memory.illustrate(recordingId, thumbnail)) await isTaken(disk.illustrate(recordingId, thumbnail))
    },
    async recordings() {
      const kept = (await fromDisk(disk.recordings(), [])).filter(({ id }) => !memory.clips.has(id))
      const remembered = [...memory.recordings.values()].map((recording) =>
        entryOfRecording(recording, memory.partsOf(recording.id)),
      )
      const withMemory = kept.map((entry) => {
        const inMemory = memory.partsOf(entry.id).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
        return { ...entry, sizeBytes: entry.sizeBytes + inMemory }
      })
      return [...withMemory, ...remembered]
    },
    async recording(id) {
      if (memory.clips.has(id)) return null
      return memory.recordings.get(id) ?? disk.recording(id)
    },
    async parts(recordingId) {
      const kept = memory.recordings.has(recordingId) ? [] : await disk.parts(recordingId)
      return [...kept, ...memory.partsOf(recordingId)]
    },
    async finish(clip) {
      const isOnlyRemembered = memory.recordings.has(clip.id)
      const finishing = isOnlyRemembered ? disk.put(clip).then(() => 'on-disk' as const) : disk.finish(clip)
      const outcome = await fromDisk(finishing, 'in-memory')
      memory.forget(clip.id)
      if (outcome === 'in-memory') memory.clips.set(clip.id, clip)
      return outcome
    },
    async ledger(workspaceId) {
      const kept = await fromDisk(disk.ledger(workspaceId), null)
      return memory.onTopOf(workspaceId, kept)
    },
    async dismissDropped(workspaceId, count) {
      const left = count - memory.dismissDropped(workspaceId, count)
      if (left > 0) await isTaken(disk.dismissDropped(workspaceId, left))
    },
    room: () => disk.room(),
    persist: () => fromDisk(disk.persist(), false),
  }
}
