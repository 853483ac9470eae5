import type { Ledger, Removal } from './ledger'
import type { Amendment, Part, Recording, RecordingEntry } from './recording'
import type { ClipEntry, WaitingClip } from './waiting-clip'

/** The disk has no recording to which a part could be added: it was thrown away meanwhile, or another tab took it. */
export class LostRecording extends Error {
  constructor(id: string) {
    super(`The disk has the recording ${id} no more: its parts are lost.`)
    this.name = 'LostRecording'
  }
}

/** Where clips are kept: from their first bytes until the hub has acknowledged them. */
export interface ClipStore {
  /** Keeps a clip, or its new version. */
  put(clip: WaitingClip): Promise<void>
  /** Oldest first. */
  list(): Promise<readonly ClipEntry[]>
  get(id: string): Promise<WaitingClip | null>
  /** Takes a clip and what is left of its recording away, and enters why in the ledger of its workspace. */
  remove(clip: Pick<ClipEntry, 'id' | 'workspaceId'>, why: Removal): Promise<void>

  begin(recording: Recording): Promise<void>
  /** Rejects with LostRecording where the recording has not begun, or is gone. */
  append(part: Part): Promise<void>
  amend(recordingId: string, amendment: Amendment): Promise<void>
  recordings(): Promise<readonly RecordingEntry[]>
  recording(id: string): Promise<Recording | null>
  parts(recordingId: string): Promise<readonly Part[]>
  /** Puts the clip in its recording's place, both or neither; 'gone' where another tab has done so before. */
  finish(clip: WaitingClip): Promise<'on-disk' | 'in-memory' | 'gone'>

  /** Whether the disk did not say what it has when it was asked last: the list is what this tab has. */
  isDiskSilent(): boolean

  /** Ids of clips and recordings that end with this tab, at least in part: the disk refused them. */
  remembered(): Promise<readonly string[]>
  /** Offers the disk again what it refused; answers with the clips that it has no room for, if that is why, oldest first. */
  offerAgain(): Promise<readonly ClipEntry[]>

  /** null before the first recording of this workspace in this browser. */
  ledger(workspaceId: string): Promise<Ledger | null>
  /** A person has taken note of this many dropped clips. */
  dismissDropped(workspaceId: string, count: number): Promise<void>

  /** How many bytes clips and recordings may take together. */
  room(): Promise<number>
  /** Asks the browser not to clear the disk by itself; false where it will not promise. */
  persist(): Promise<boolean>
}
