import type { ClipDetection } from './waiting-clip'

/** A clip while it is being recorded, or was when its tab died. Its bytes are kept apart, part by part. */
export interface Recording {
  /** UUID of the clip that it becomes. */
  readonly id: string
  readonly workspaceId: string
  readonly cameraId: string
  readonly startedAtMs: number
  readonly mediaType: string
  readonly hasAudio: boolean
  /** Somebody who looked had it recorded; missing where motion began it. */
  readonly isByHand?: true
  /** Motion came into it all the same, though motion did not begin it. */
  readonly hasMoved?: true
  readonly thumbnail: Blob | null
  /** Who was seen so far, oldest first. */
  readonly detections: readonly ClipDetection[]
}

/** What comes to be known of a recording while it runs. */
export type Amendment = Partial<Pick<Recording, 'thumbnail' | 'detections' | 'hasMoved'>>

/** Half a second of a recording. */
export interface Part {
  readonly recordingId: string
  /** Counts from 0 without a gap. */
  readonly number: number
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly sizeBytes: number
  /** When it was handed to the disk, in ms since the epoch. */
  readonly keptAtMs: number
}

/** A recording without its bytes. */
export interface RecordingEntry {
  readonly id: string
  readonly workspaceId: string
  readonly startedAtMs: number
  /** How large the parts kept so far are. */
  readonly sizeBytes: number
  /** When its last part was kept; its beginning while it has none. */
  readonly lastKeptAtMs: number
}

/** A recording that has ended and is no clip yet. */
export interface EndedRecording {
  readonly id: string
  readonly workspaceId: string
  /** A dead tab's recording may be in any tab's hands by now; one of this tab is in nobody else's. */
  readonly owner: 'this-tab' | 'dead-tab'
}

/** What becomes of a recording's bytes once they are made into a file that seeks. */
export type CloseResult =
  | {
      readonly kind: 'closed'
      readonly clip: { readonly content: Blob; readonly mediaType: string; readonly hasAudio: boolean }
    }
  /** Its bytes hold no picture, or nobody answered and another try may do. */
  | { readonly kind: 'failed'; readonly reason: 'nothing-recorded' | 'no-answer' }

/** The stream that the parts make, up to the first that is missing: what follows a gap could not be read. */
export function streamOf(parts: readonly Part[], mediaType: string): Blob {
  const inOrder = parts.toSorted((a, b) => a.number - b.number)
  const whole = inOrder.filter((part, i) => part.number === i)
  return new Blob(
    whole.map(({ bytes }) => bytes),
    { type: mediaType },
  )
}

export function entryOfRecording(
  { id, workspaceId, startedAtMs }: Pick<Recording, 'id' | 'workspaceId' | 'startedAtMs'>,
  parts: readonly Pick<Part, 'sizeBytes' | 'keptAtMs'>[],
): RecordingEntry {
  return {
    id,
    workspaceId,
    startedAtMs,
    sizeBytes: parts.reduce((sum, part) => sum + part.sizeBytes, 0),
    lastKeptAtMs: parts.reduce((latest, part) => Math.max(latest, part.keptAtMs), startedAtMs),
  }
}
