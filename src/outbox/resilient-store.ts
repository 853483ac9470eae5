import { pageAfter, withinDiskLimit } from '../lib/disk-limit'
import { MINUTE_MS } from '../lib/durations'
import { InTurn } from '../lib/in-turn'
import type { After } from '../lib/time-limit'
import { type ClipStore, LostRecording } from './clip-store'
import type { Ledger, Removal } from './ledger'
import { OutboxMemory } from './outbox-memory'
import { type Amendment, entryOfRecording, type Part, type Recording, type RecordingEntry } from './recording'
import type { RefusedRemoval } from './refused-removals'
import { defaultRoomBytes } from './room'
import { type ClipEntry, entryOf, type WaitingClip } from './waiting-clip'

/** A disk that refuses so many removals of those that it is offered again may refuse them all: the others have another turn. */
const MOST_REFUSED = 2

/**
 * So long after the machine's disk had no room, recordings grow in memory alone. Chromium (156, measured) refuses the bytes of a
 * clip and leaves all else as it is, but throws all away that waits where a few times not a kilobyte more of its journal can be
 * written, as each part of a recording is.
 */
const FULL_DISK_REST_MS = 10 * MINUTE_MS

/**
 * Keeps in memory what the disk refuses (a full disk, a private window) or does not answer to: such a clip does not
 * survive the tab, but it is delivered as long as the tab lives, and offered to the disk again. Rejects only where the
 * bytes cannot be read back, or not in time: they may be another time.
 */
export function resilientStore(
  disk: ClipStore,
  onDiskError: (error: unknown) => void,
  after: After = pageAfter,
): ClipStore {
  return new ResilientStore(disk, onDiskError, after)
}

class ResilientStore implements ClipStore {
  readonly #disk: ClipStore
  readonly #onDiskError: (error: unknown) => void
  readonly #after: After
  readonly #memory = new OutboxMemory()
  /** One change of a clip at a time: an old version must not be offered while a newer one, or its end, is written. */
  readonly #changes = new InTurn()
  /** Recordings that went on here when they were gone from the disk: told once each. */
  readonly #lost = new Set<string>()
  #isDiskSilent = false
  /** While the machine's disk was full a moment ago: calls the end of that off. */
  #cancelFull: (() => void) | null = null

  constructor(disk: ClipStore, onDiskError: (error: unknown) => void, after: After) {
    this.#disk = disk
    this.#onDiskError = onDiskError
    this.#after = after
  }

  async put(clip: WaitingClip): Promise<void> {
    return this.#changes.run(async () => {
      if (await this.#isTaken(this.#disk.put(clip))) this.#memory.clips.delete(clip.id)
      else this.#memory.clips.set(clip.id, clip)
    })
  }

  async list(): Promise<readonly ClipEntry[]> {
    const { clips, removals } = this.#memory
    const isOnDiskOnly = (id: string) => !clips.has(id) && !removals.has(id)
    const kept = (await this.#kept()).filter(({ id }) => isOnDiskOnly(id))
    return [...kept, ...[...clips.values()].map(entryOf)].sort((a, b) => a.startedAtMs - b.startedAtMs)
  }

  async get(id: string): Promise<WaitingClip | null> {
    // Of a recording that goes on here, the disk has no clip: it may not even answer.
    if (this.#memory.recordings.has(id) || this.#memory.removals.has(id)) return null
    return this.#memory.clips.get(id) ?? this.#inTime(this.#disk.get(id))
  }

  async remove(clip: Pick<ClipEntry, 'id' | 'workspaceId'>, why: Removal): Promise<void> {
    return this.#changes.run(async () => {
      const isRemembered = this.#memory.forget(clip.id)
      const isCountedHere = why.kind === 'dropped' && isRemembered
      const removal: RefusedRemoval = { clip, why: isCountedHere ? { kind: 'discarded' } : why }
      const isEntered = await this.#isTaken(this.#disk.remove(clip, removal.why))
      if (isCountedHere) this.#memory.countDropped(clip.workspaceId)
      if (isEntered) this.#memory.removals.noteEntered(removal)
      // A clip that would not make room need not go: it will be dropped, and counted, another time.
      else if (removal.why.kind !== 'dropped') this.#memory.removals.add(removal)
      // There is room now.
      if (isEntered) await this.#offer()
    })
  }

  async begin(recording: Recording): Promise<void> {
    const isTaken = this.#cancelFull === null && (await this.#isTaken(this.#disk.begin(recording)))
    if (!isTaken) this.#memory.recordings.set(recording.id, recording)
  }

  async append(part: Part): Promise<void> {
    // Without what came before, which is gone, no player could begin.
    if (this.#lost.has(part.recordingId)) return
    // What follows a part that the disk refused would be of no use there.
    const isBroken = this.#memory.recordings.has(part.recordingId) || this.#memory.parts.has(part.recordingId)
    if (isBroken || this.#cancelFull !== null) return this.#memory.append(part)
    try {
      await this.#inTime(this.#disk.append(part))
    } catch (error) {
      this.#onDiskError(error)
      this.#noteRefusal(error)
      if (error instanceof LostRecording) this.#lost.add(part.recordingId)
      else this.#memory.append(part)
    }
  }

  async amend(recordingId: string, amendment: Amendment): Promise<void> {
    if (this.#memory.amend(recordingId, amendment)) return
    const all = this.#memory.notTaken(recordingId, amendment)
    const isTaken = this.#cancelFull === null && (await this.#isTaken(this.#disk.amend(recordingId, all)))
    this.#memory.noteAmendment(recordingId, all, isTaken)
  }

  async recordings(): Promise<readonly RecordingEntry[]> {
    const memory = this.#memory
    const isOnDiskOnly = (id: string) => !memory.clips.has(id) && !memory.recordings.has(id) && !memory.removals.has(id)
    const kept = (await this.#fromDisk(this.#disk.recordings(), [])).filter(({ id }) => isOnDiskOnly(id))
    const remembered = [...memory.recordings.values()].map((recording) =>
      entryOfRecording(recording, memory.partsOf(recording.id)),
    )
    const withMemory = kept.map((entry) => {
      const inMemory = memory.partsOf(entry.id).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
      return { ...entry, sizeBytes: entry.sizeBytes + inMemory }
    })
    return [...withMemory, ...remembered]
  }

  async recording(id: string): Promise<Recording | null> {
    if (this.#memory.clips.has(id) || this.#memory.removals.has(id)) return null
    const recording = this.#memory.recordings.get(id) ?? (await this.#inTime(this.#disk.recording(id)))
    if (recording !== null) return this.#memory.amended(recording)
    // Of one whose head is gone from the disk, what is here makes no clip, and would wait for ever.
    if (!this.#memory.clips.has(id)) this.#memory.forget(id)
    return null
  }

  async parts(recordingId: string): Promise<readonly Part[]> {
    const remembered = this.#memory.partsOf(recordingId)
    const kept = this.#memory.recordings.has(recordingId) ? [] : await this.#inTime(this.#disk.parts(recordingId))
    // A disk that took its time may have a part in the end: it counts once.
    return [...kept.filter(({ number }) => !remembered.some((part) => part.number === number)), ...remembered]
  }

  async finish(clip: WaitingClip): Promise<'on-disk' | 'in-memory' | 'gone'> {
    const isOnlyRemembered = this.#memory.recordings.has(clip.id)
    const finishing = isOnlyRemembered ? this.#finishOrPut(clip) : this.#disk.finish(clip)
    const outcome = await this.#fromDisk(finishing, 'in-memory')
    if (outcome === 'in-memory') this.#memory.finish(clip)
    else this.#memory.forget(clip.id)
    return outcome
  }

  isDiskSilent(): boolean {
    return this.#isDiskSilent
  }

  async remembered(): Promise<readonly string[]> {
    const ids = this.#memory.idsOnlyHere()
    if (ids.length === 0) return []
    const kept = new Set((await this.#kept()).map(({ id }) => id))
    return ids.filter((id) => !kept.has(id))
  }

  async offerAgain(): Promise<readonly ClipEntry[]> {
    return this.#changes.run(() => this.#offer())
  }

  async ledger(workspaceId: string): Promise<Ledger | null> {
    const kept = await this.#fromDisk(this.#disk.ledger(workspaceId), null)
    return this.#memory.onTopOf(workspaceId, kept)
  }

  async dismissDropped(workspaceId: string, count: number): Promise<void> {
    const left = count - this.#memory.dismissDropped(workspaceId, count)
    if (left > 0) await this.#isTaken(this.#disk.dismissDropped(workspaceId, left))
  }

  async room(): Promise<number> {
    // Asked under a lock that every tab needs.
    return this.#fromDisk(this.#disk.room(), defaultRoomBytes)
  }

  async persist(): Promise<boolean> {
    // Has no limit: some browsers ask a person.
    return this.#disk.persist().catch((error: unknown) => {
      this.#onDiskError(error)
      return false
    })
  }

  /** Answers with those that the disk has no room for, oldest first. Logs nothing: the first refusal was. */
  async #offer(): Promise<readonly ClipEntry[]> {
    // What has left may hold the room that the others lack.
    if ((await this.#removeRefused()) === 'no-answer') return []
    const withoutRoom: ClipEntry[] = []
    for (const clip of [...this.#memory.clips.values()].sort((a, b) => a.startedAtMs - b.startedAtMs)) {
      const entry = entryOf(clip)
      // Each try writes a whole clip, and one as large would be in vain.
      if (withoutRoom.some(({ sizeBytes }) => sizeBytes <= entry.sizeBytes)) {
        withoutRoom.push(entry)
        continue
      }
      try {
        await this.#inTime(this.#finishOrPut(clip))
        this.#memory.forget(clip.id)
      } catch (error) {
        // Each of the others would hold up what waits behind for as long.
        if (isNamed(error, 'TimeoutError')) break
        this.#noteRefusal(error)
        if (isNamed(error, 'QuotaExceededError') || isClipRefused(error)) withoutRoom.push(entry)
      }
    }
    return withoutRoom
  }

  /** 'no-answer': the disk lets everything wait. */
  async #removeRefused(): Promise<'tried' | 'no-answer'> {
    const { removals } = this.#memory
    let refused = 0
    for (const removal of removals.inTurn()) {
      try {
        await this.#inTime(this.#disk.remove(removal.clip, removal.why))
        removals.noteEntered(removal)
      } catch (error) {
        if (isNamed(error, 'TimeoutError')) return 'no-answer'
        removals.noteRefused(removal)
        if (++refused === MOST_REFUSED) break
      }
    }
    return 'tried'
  }

  /** A head that the disk was late with may be there all the same: it must not stay behind without its parts. */
  async #finishOrPut(clip: WaitingClip): Promise<'on-disk'> {
    if ((await this.#disk.finish(clip)) === 'gone') await this.#disk.put(clip)
    return 'on-disk'
  }

  async #kept(): Promise<readonly ClipEntry[]> {
    const kept = await this.#fromDisk<readonly ClipEntry[] | null>(this.#disk.list(), null)
    this.#isDiskSilent = kept === null
    return kept ?? []
  }

  /** The disk's answer, or the other where it fails. */
  async #fromDisk<T>(asked: Promise<T>, otherwise: T): Promise<T> {
    return this.#inTime(asked).catch((error: unknown) => {
      this.#onDiskError(error)
      this.#noteRefusal(error)
      return otherwise
    })
  }

  #noteRefusal(error: unknown): void {
    if (!isFullDisk(error)) return
    this.#cancelFull?.()
    this.#cancelFull = this.#after(FULL_DISK_REST_MS, () => {
      this.#cancelFull = null
    })
  }

  /** Rejects where the disk does not answer: who asks holds a lock, or has others wait behind. */
  #inTime<T>(asked: Promise<T>): Promise<T> {
    return withinDiskLimit(asked, this.#after)
  }

  #isTaken(writing: Promise<unknown>): Promise<boolean> {
    const taken = writing.then(() => true)
    return this.#fromDisk(taken, false)
  }
}

function isNamed(error: unknown, name: 'TimeoutError' | 'QuotaExceededError'): boolean {
  return error instanceof DOMException && error.name === name
}

/** Chromium says so (156, measured) where not its own share but the machine's disk has no room for the bytes of a clip. */
function isClipRefused(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'DataError' && error.message.includes('(IOError)')
}

/** Nor has it for anything else: Chromium (156, measured) closes the database amid the work, and says why only now and then. */
function isFullDisk(error: unknown): boolean {
  if (!(error instanceof DOMException)) return false
  const isSaid = ['FILE_ERROR_NO_SPACE', 'Encountered full disk'].some((said) => error.message.includes(said))
  return isSaid || error.name === 'AbortError' || isClipRefused(error)
}
