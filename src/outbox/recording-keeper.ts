import { backoffMs } from './backoff'
import type { ClipStore } from './clip-store'
import { type ClipLocks, recordingLock } from './exclusive'
import { type CloseResult, type EndedRecording, type Recording, streamOf } from './recording'
import type { ClipDetection } from './waiting-clip'

/** Without locks, a recording that got no part for this long has no tab any more: parts come every half second. */
const ABANDONED_MS = 30_000

/** After so many tries to make a file of a recording, it is delivered as the recorder wrote it. */
const TRIES = 5

export interface KeeperPorts {
  readonly store: ClipStore
  readonly locks: ClipLocks
  /** Makes a stream into a file that seeks; has its own time limit and never rejects. */
  readonly closeClip: (recorded: Blob) => Promise<CloseResult>
  /** false while what closes clips may be out of reach: a try that fails then tells nothing of the recording. */
  readonly isHubReachable: () => boolean
  readonly nowMs: () => number
  readonly after: (delayMs: number, callback: () => void) => () => void
  readonly random: () => number
  /** A recording has ended, or its tab has; it may take a while to become a clip. */
  readonly onEnded: () => void
  /** A finished clip waits for delivery. */
  readonly onKept: () => void
  /** A recording held no picture and was removed. */
  readonly onNothingRecorded: (recording: Recording) => void
  /** No file that seeks could be made of a recording: it waits for delivery as the recorder wrote it. */
  readonly onKeptAsRecorded: (recording: Recording) => void
  /** For the log: a recording could not be finished now; it is tried again. */
  readonly onError: (error: unknown) => void
}

interface OwnRecording {
  readonly id: string
  readonly workspaceId: string
  /** 'closing': a clip is being made of it. */
  phase: 'recording' | 'ended' | 'closing'
  partCount: number
  /** Settles when everything told so far is written: one write after the other keeps the parts in order. */
  written: Promise<void>
  readonly release: () => void
}

type ClosedContent = Extract<CloseResult, { kind: 'closed' }>['clip']

/** The hub takes it by its first bytes; it merely has no index. */
function asRecorded({ mediaType, hasAudio }: Recording, stream: Blob): ClosedContent {
  // A clip's media type names no codecs.
  const [container = mediaType] = mediaType.split(';')
  return { content: stream.slice(0, stream.size, container), mediaType: container, hasAudio }
}

/** 'elsewhere': finished, but this tab's memory is the only place where all of it is. */
type Finish = 'finished' | 'elsewhere' | 'later'

/**
 * Writes recordings to the disk while they grow and makes clips of them when they have ended: its own, and those whose
 * tab died. A recording belongs to the tab that holds its lock.
 */
export class RecordingKeeper {
  readonly #ports: KeeperPorts
  readonly #closing = new AbortController()
  readonly #own = new Map<string, OwnRecording>()
  /** Recordings of dead tabs of which no clip could be made yet, and their workspaces. */
  readonly #orphans = new Map<string, string>()
  /** How often nobody answered who could have closed this recording. */
  readonly #tries = new Map<string, number>()
  /** One file is made at a time: a laptop that comes back with ten of them has cameras to run. */
  #turn: Promise<unknown> = Promise.resolve()
  #failures = 0
  #cancelRetry: (() => void) | null = null

  constructor(ports: KeeperPorts) {
    this.#ports = ports
  }

  begin(recording: Recording): void {
    if (this.#closing.signal.aborted || this.#own.has(recording.id)) return
    const { held, release } = this.#hold(recording.id)
    // The lock comes first: without it another tab would take the recording for an abandoned one.
    const written = held.then(() => this.#write(() => this.#ports.store.begin(recording)))
    const { id, workspaceId } = recording
    this.#own.set(id, { id, workspaceId, phase: 'recording', partCount: 0, written, release })
  }

  /** Keeps the next bytes of a recording that has begun here. */
  append(recordingId: string, bytes: Uint8Array<ArrayBuffer>): void {
    const own = this.#own.get(recordingId)
    if (own?.phase !== 'recording') return
    const part = {
      recordingId,
      number: own.partCount++,
      // The disk would copy all of a buffer of which this is a window.
      bytes: bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice(),
      sizeBytes: bytes.byteLength,
      keptAtMs: this.#ports.nowMs(),
    }
    own.written = own.written.then(() => this.#write(() => this.#ports.store.append(part)))
  }

  illustrate(recordingId: string, thumbnail: Blob): void {
    this.#writeNext(recordingId, () => this.#ports.store.illustrate(recordingId, thumbnail))
  }

  /** Keeps who was seen in the recording so far. */
  describe(recordingId: string, detections: readonly ClipDetection[]): void {
    this.#writeNext(recordingId, () => this.#ports.store.describe(recordingId, detections))
  }

  /** No part comes any more: the recording becomes a clip. */
  end(recordingId: string): void {
    const own = this.#own.get(recordingId)
    if (own?.phase !== 'recording') return
    own.phase = 'ended'
    this.#ports.onEnded()
    void this.#finishOwn(own)
  }

  /** Recordings that have ended and are no clips yet. */
  ended(): readonly EndedRecording[] {
    const own = [...this.#own.values()].filter(({ phase }) => phase !== 'recording')
    return [
      ...own.map(({ id, workspaceId }) => ({ id, workspaceId, owner: 'this-tab' }) as const),
      ...[...this.#orphans].map(([id, workspaceId]) => ({ id, workspaceId, owner: 'dead-tab' }) as const),
    ]
  }

  /** Finishes whatever can be: called when what closes clips may be reachable again, and now and then. */
  finishNow(): void {
    if (this.#closing.signal.aborted) return
    this.#cancelRetry?.()
    this.#cancelRetry = null
    for (const own of this.#own.values()) if (own.phase === 'ended') void this.#finishOwn(own)
    void this.recover()
  }

  /** Finishes recordings that no living tab writes; called at start and now and then. */
  async recover(): Promise<void> {
    try {
      const recordings = await this.#ports.store.recordings()
      this.#keepOrphans(recordings.map(({ id }) => id))
      for (const { id, workspaceId, lastKeptAtMs } of recordings) {
        if (this.#closing.signal.aborted) return
        if (this.#own.has(id)) continue
        const finish = async () => {
          const finish = await this.#finish(id)
          if (finish === 'later') this.#adopt(id, workspaceId)
          else this.#orphans.delete(id)
        }
        const answer = await this.#ports.locks.ifFree(recordingLock(id), finish)
        // A clock that was set back must not hide a recording for hours.
        const isAbandoned = Math.abs(this.#ports.nowMs() - lastKeptAtMs) > ABANDONED_MS
        if (answer === 'no-locks' && isAbandoned) await finish()
      }
    } catch (error) {
      this.#ports.onError(error)
      this.#retryLater()
    }
  }

  /** Ends this tab's part: what it recorded so far is for the next tab to finish. */
  close(): void {
    this.#closing.abort()
    this.#cancelRetry?.()
    for (const { release } of this.#own.values()) release()
    this.#own.clear()
  }

  /** Holds the lock of a recording until released; `held` resolves also where the browser does not give it. */
  #hold(id: string): { readonly held: Promise<void>; readonly release: () => void } {
    let release: () => void = () => undefined
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const held = new Promise<void>((resolve) => {
      const holding = async () => {
        resolve()
        await released
      }
      this.#ports.locks.exclusively(recordingLock(id), holding, this.#closing.signal).catch(() => resolve())
    })
    return { held, release }
  }

  #writeNext(recordingId: string, writing: () => Promise<void>): void {
    const own = this.#own.get(recordingId)
    if (own !== undefined) own.written = own.written.then(() => this.#write(writing))
  }

  async #write(writing: () => Promise<void>): Promise<void> {
    try {
      await writing()
    } catch (error) {
      this.#ports.onError(error)
    }
  }

  async #finishOwn(own: OwnRecording): Promise<void> {
    own.phase = 'closing'
    await own.written
    if (this.#closing.signal.aborted) return
    const finish = await this.#finish(own.id)
    if (finish === 'later') {
      own.phase = 'ended'
      return
    }
    this.#own.delete(own.id)
    // A clip that only this tab has in full must not be finished by another from what the disk took of it.
    if (finish === 'finished') own.release()
  }

  #finish(id: string): Promise<Finish> {
    const finishing = this.#turn.then(() => this.#finishNow(id))
    this.#turn = finishing
    return finishing
  }

  /** Never rejects. */
  async #finishNow(id: string): Promise<Finish> {
    try {
      const finish = await this.#closeAndKeep(id)
      if (finish !== 'later') this.#failures = 0
      else this.#retryLater()
      return finish
    } catch (error) {
      this.#ports.onError(error)
      this.#retryLater()
      return 'later'
    }
  }

  async #closeAndKeep(id: string): Promise<Finish> {
    const { store, closeClip, onNothingRecorded, onKeptAsRecorded } = this.#ports
    const recording = await store.recording(id)
    if (recording === null) return 'finished'
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
    const { store, onKept } = this.#ports
    // Read again: the picture, and who is on it, may have come while the file was made.
    const { thumbnail, detections } = (await store.recording(recording.id)) ?? recording
    const kept = await store.finish({ ...recording, ...clip, thumbnail, detections, refusal: null })
    this.#tries.delete(recording.id)
    if (kept !== 'gone') onKept()
    return kept === 'in-memory' ? 'elsewhere' : 'finished'
  }

  /** Counts a try that nobody answered; whether it was one too many. */
  #isGivenUp(id: string): boolean {
    if (!this.#ports.isHubReachable()) return false
    const tries = (this.#tries.get(id) ?? 0) + 1
    this.#tries.set(id, tries)
    return tries >= TRIES
  }

  #adopt(id: string, workspaceId: string): void {
    if (this.#closing.signal.aborted || this.#orphans.has(id)) return
    this.#orphans.set(id, workspaceId)
    this.#ports.onEnded()
  }

  /** Forgets those that are gone: another tab has made clips of them, or dropped them. */
  #keepOrphans(ids: readonly string[]): void {
    const gone = [...this.#orphans.keys()].filter((id) => !ids.includes(id))
    for (const id of gone) this.#orphans.delete(id)
    if (gone.length > 0) this.#ports.onEnded()
  }

  #retryLater(): void {
    if (this.#closing.signal.aborted) return
    this.#failures++
    this.#cancelRetry?.()
    this.#cancelRetry = this.#ports.after(backoffMs(this.#failures, this.#ports.random()), () => this.finishNow())
  }
}
