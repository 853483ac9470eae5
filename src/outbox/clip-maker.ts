import type { ClipProof } from '../lib/proof/clip-proof'
import type { ClipStore } from './clip-store'
import { type CloseResult, type Recording, streamOf } from './recording'
import type { ClipToSign } from './signing/clip-signer'
import type { WaitingClip } from './waiting-clip'

/** How often it is tried to make a file of a recording before it is delivered as the recorder wrote it. */
const TRIES = 5

export interface MakerPorts {
  readonly store: ClipStore
  /** Makes a stream into a file that seeks; has its own time limit and never rejects. */
  readonly closeClip: (recorded: Blob) => Promise<CloseResult>
  /** What the camera signs of a finished clip; null where nothing is signed. Has its own time limit and never rejects. */
  readonly signClip: (clip: ClipToSign) => Promise<ClipProof | null>
  /** false while what closes clips may be out of reach: a try that fails then tells nothing of the recording. */
  readonly isHubReachable: () => boolean
  /** A finished clip waits for delivery. */
  readonly onKept: () => void
  /** A recording held no picture and was removed. */
  readonly onNothingRecorded: (recording: Recording) => void
  /** No file that seeks could be made of a recording: it waits for delivery as the recorder wrote it. */
  readonly onKeptAsRecorded: (recording: Recording) => void
}

/** 'elsewhere': finished, but this tab's memory is the only place where all of it is. */
export type Finish = 'finished' | 'elsewhere' | 'later'

type ClosedContent = Extract<CloseResult, { kind: 'closed' }>['clip']

/** Makes clips of recordings that have ended. */
export class ClipMaker {
  readonly #ports: MakerPorts
  /** How often nobody answered who could have closed this recording. */
  readonly #tries = new Map<string, number>()

  constructor(ports: MakerPorts) {
    this.#ports = ports
  }

  /** Puts a clip in the recording's place, or removes what holds nothing. Rejects where the store does. */
  async make(id: string): Promise<Finish> {
    const { store, closeClip, onNothingRecorded, onKeptAsRecorded } = this.#ports
    const recording = await store.recording(id)
    if (recording === null) return 'finished'
    const clip = await store.get(id)
    // A disk that failed in between may have both: what is left of the recording is not all of the clip.
    if (clip !== null) return this.#enter(clip)
    const stream = streamOf(await store.parts(id), recording.mediaType)
    const result: CloseResult =
      stream.size === 0 ? { kind: 'failed', reason: 'nothing-recorded' } : await closeClip(stream)
    if (result.kind === 'closed') return this.#keep(recording, result.clip)
    if (result.reason === 'no-answer') {
      if (!this.#isGivenUp(id)) return 'later'
      onKeptAsRecorded(recording)
      return this.#keep(recording, asRecorded(recording, stream))
    }
    await store.remove(recording, { kind: 'discarded' })
    onNothingRecorded(recording)
    return 'finished'
  }

  async #keep(recording: Recording, clip: ClosedContent): Promise<Finish> {
    const proof = await this.#ports.signClip({ ...recording, content: clip.content })
    // Read again: the picture, and who is on it, may have come while the file was made.
    const known = (await this.#ports.store.recording(recording.id)) ?? recording
    return this.#enter({ ...known, ...clip, ...(proof !== null && { proof }), refusal: null, isRefusedForNow: false })
  }

  async #enter(clip: WaitingClip): Promise<Finish> {
    const { store, onKept } = this.#ports
    const kept = await store.finish(clip)
    this.#tries.delete(clip.id)
    if (kept !== 'gone') onKept()
    return kept === 'in-memory' ? 'elsewhere' : 'finished'
  }

  /** Whether this try that nobody answered, which it counts, was one too many. */
  #isGivenUp(id: string): boolean {
    if (!this.#ports.isHubReachable()) return false
    const tries = (this.#tries.get(id) ?? 0) + 1
    this.#tries.set(id, tries)
    return tries >= TRIES
  }
}

/** The hub takes it by its first bytes; it merely has no index. */
function asRecorded({ mediaType, hasAudio }: Recording, stream: Blob): ClosedContent {
  // A clip's media type names no codecs.
  const [container = mediaType] = mediaType.split(';')
  return { content: stream.slice(0, stream.size, container), mediaType: container, hasAudio }
}
