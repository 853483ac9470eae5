import type { ClipStore } from './clip-store'
import { OutboxMemory } from './outbox-memory'
import { entryOfRecording } from './recording'
import { type After, pageAfter, withinLimit } from './time-limit'
import { type ClipEntry, entryOf } from './waiting-clip'

/**
 * Keeps in memory what the disk refuses (a full disk, a private window) or does not answer to: such a clip does not
 * survive the tab, but it is delivered as long as the tab lives, and offered to the disk again. Rejects only where the
 * bytes cannot be read back: they may be another time.
 */
export function resilientStore(
  disk: ClipStore,
  onDiskError: (error: unknown) => void,
  after: After = pageAfter,
): ClipStore {
  const memory = new OutboxMemory()
  /** The disk's answer, or the other where it fails. */
  const fromDisk = async <T>(asked: Promise<T>, otherwise: T): Promise<T> =>
    withinLimit(asked, after).catch((error: unknown) => {
      onDiskError(error)
      return otherwise
    })
  const isTaken = (writing: Promise<unknown>) =>
    fromDisk(
      writing.then(() => true),
      false,
    )
  let turn: Promise<unknown> = Promise.resolve()
  /** One change of a clip at a time: an old version must not be offered while a newer one, or its end, is written. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const working = turn.then(work)
    turn = working.catch(() => undefined)
    return working
  }
  /** Ends with the first that the disk refuses. Logs nothing: the first refusal was. */
  const offer = async (): Promise<ClipEntry | null> => {
    for (const clip of [...memory.clips.values()].sort((a, b) => a.startedAtMs - b.startedAtMs)) {
      const writing = disk.finish(clip).then((outcome) => (outcome === 'gone' ? disk.put(clip) : undefined))
      try {
        await withinLimit(writing, after)
      } catch (error) {
        return error instanceof DOMException && error.name === 'QuotaExceededError' ? entryOf(clip) : null
      }
      memory.forget(clip.id)
    }
    return null
  }
  return {
    put: (clip) =>
      inTurn(async () => {
        if (await isTaken(disk.put(clip))) memory.clips.delete(clip.id)
        else memory.clips.set(clip.id, clip)
      }),
    async list() {
      const kept = (await fromDisk(disk.list(), [])).filter(({ id }) => !memory.clips.has(id))
      return [...kept, ...[...memory.clips.values()].map(entryOf)].sort((a, b) => a.startedAtMs - b.startedAtMs)
    },
    async get(id) {
      return memory.clips.get(id) ?? disk.get(id)
    },
    remove: (clip, why) =>
      inTurn(async () => {
        const isRemembered = memory.forget(clip.id)
        const isCountedHere = why.kind === 'dropped' && isRemembered
        const isEntered = await isTaken(disk.remove(clip, isCountedHere ? { kind: 'discarded' } : why))
        // A clip that the disk would not let go will be dropped, and counted, another time.
        if (isCountedHere || (why.kind === 'delivered' && !isEntered)) memory.enter(clip.workspaceId, why)
        // There is room now.
        if (isEntered) await offer()
      }),
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
    async describe(recordingId, detections) {
      if (!memory.describe(recordingId, detections)) await isTaken(disk.describe(recordingId, detections))
    },
    async recordings() {
      const isOnDiskOnly = (id: string) => !memory.clips.has(id) && !memory.recordings.has(id)
      const kept = (await fromDisk(disk.recordings(), [])).filter(({ id }) => isOnDiskOnly(id))
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
      const remembered = memory.partsOf(recordingId)
      const kept = memory.recordings.has(recordingId) ? [] : await disk.parts(recordingId)
      // A disk that took its time may have a part in the end: it counts once.
      return [...kept.filter(({ number }) => !remembered.some((part) => part.number === number)), ...remembered]
    },
    async finish(clip) {
      const isOnlyRemembered = memory.recordings.has(clip.id)
      const finishing = isOnlyRemembered ? disk.put(clip).then(() => 'on-disk' as const) : disk.finish(clip)
      const outcome = await fromDisk(finishing, 'in-memory')
      if (outcome === 'in-memory') memory.finish(clip)
      else memory.forget(clip.id)
      return outcome
    },
    async remembered() {
      const ids = memory.idsOnlyHere()
      if (ids.length === 0) return []
      const kept = new Set((await fromDisk(disk.list(), [])).map(({ id }) => id))
      return ids.filter((id) => !kept.has(id))
    },
    offerAgain: () => inTurn(offer),
    async ledger(workspaceId) {
      const kept = await fromDisk(disk.ledger(workspaceId), null)
      return memory.onTopOf(workspaceId, kept)
    },
    async dismissDropped(workspaceId, count) {
      const left = count - memory.dismissDropped(workspaceId, count)
      if (left > 0) await isTaken(disk.dismissDropped(workspaceId, left))
    },
    room: () => disk.room(),
    // Has no limit: some browsers ask a person.
    persist: () =>
      disk.persist().catch((error: unknown) => {
        onDiskError(error)
        return false
      }),
  }
}
