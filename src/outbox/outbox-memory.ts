import { emptyLedger, type Ledger } from './ledger'
import type { Amendment, Part, Recording } from './recording'
import { RefusedRemovals } from './refused-removals'
import type { WaitingClip } from './waiting-clip'

/** What the disk did not take, for as long as the tab lives. */
export class OutboxMemory {
  readonly clips = new Map<string, WaitingClip>()
  /** Recordings whose head is not on the disk. */
  readonly recordings = new Map<string, Recording>()
  /** The last parts of a recording, whose first ones may be on the disk. */
  readonly parts = new Map<string, Part[]>()
  /** What came to be known of recordings whose head is on the disk, and was not taken there. */
  readonly #amendments = new Map<string, Amendment>()
  /** Clips whose recording the disk has whole: another tab can make them again. */
  readonly #recordedOnDisk = new Set<string>()
  readonly removals = new RefusedRemovals()
  /** How many clips of a workspace were dropped from here, and nobody has taken note of yet. */
  readonly #dropped = new Map<string, number>()

  /** Keeps the clip that a recording became, in the place of what was here of the recording. */
  finish(clip: WaitingClip): void {
    const isOnDisk = !this.recordings.has(clip.id) && !this.parts.has(clip.id)
    this.forget(clip.id)
    this.clips.set(clip.id, clip)
    if (isOnDisk) this.#recordedOnDisk.add(clip.id)
  }

  /** Ids of what this tab alone has all of, unless the disk has another version. */
  idsOnlyHere(): readonly string[] {
    const ids = new Set([...this.clips.keys(), ...this.recordings.keys(), ...this.parts.keys()])
    return [...ids].filter((id) => !this.#recordedOnDisk.has(id))
  }

  append(part: Part): void {
    this.parts.set(part.recordingId, [...this.partsOf(part.recordingId), part])
  }

  partsOf(recordingId: string): readonly Part[] {
    return this.parts.get(recordingId) ?? []
  }

  /** false where the recording is not here. */
  amend(recordingId: string, amendment: Amendment): boolean {
    const recording = this.recordings.get(recordingId)
    if (recording === undefined) return false
    this.recordings.set(recordingId, { ...recording, ...amendment })
    return true
  }

  /** This, with all that was not taken before. */
  notTaken(recordingId: string, amendment: Amendment): Amendment {
    return { ...this.#amendments.get(recordingId), ...amendment }
  }

  noteAmendment(recordingId: string, amendment: Amendment, isTaken: boolean): void {
    if (isTaken) this.#amendments.delete(recordingId)
    else this.#amendments.set(recordingId, amendment)
  }

  amended(recording: Recording): Recording {
    return { ...recording, ...this.#amendments.get(recording.id) }
  }

  /** Whether the clip, or the head of its recording, was here and not on the disk. */
  forget(id: string): boolean {
    this.#amendments.delete(id)
    this.parts.delete(id)
    this.#recordedOnDisk.delete(id)
    const wasRecording = this.recordings.delete(id)
    return this.clips.delete(id) || wasRecording
  }

  countDropped(workspaceId: string): void {
    this.#dropped.set(workspaceId, (this.#dropped.get(workspaceId) ?? 0) + 1)
  }

  /** The disk's ledger and what it did not enter. */
  onTopOf(workspaceId: string, kept: Ledger | null): Ledger | null {
    const dropped = this.#dropped.get(workspaceId)
    const lastDeliveredAtMs = this.removals.lastDeliveredAtMs(workspaceId)
    if (dropped === undefined && lastDeliveredAtMs === null) return kept ?? this.#begun(workspaceId)
    return {
      workspaceId,
      dropped: (kept?.dropped ?? 0) + (dropped ?? 0),
      // What the disk did not enter is the later one, whatever the clock said.
      lastDeliveredAtMs: lastDeliveredAtMs ?? kept?.lastDeliveredAtMs ?? null,
    }
  }

  /** Takes note of up to this many; answers how many there were here. */
  dismissDropped(workspaceId: string, count: number): number {
    const dropped = this.#dropped.get(workspaceId) ?? 0
    const dismissed = Math.min(count, dropped)
    if (dismissed > 0) this.#dropped.set(workspaceId, dropped - dismissed)
    return dismissed
  }

  #begun(workspaceId: string): Ledger | null {
    const kept = [...this.clips.values(), ...this.recordings.values()]
    return kept.some((each) => each.workspaceId === workspaceId) ? emptyLedger(workspaceId) : null
  }
}
