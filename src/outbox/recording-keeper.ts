import { backoffMs } from './backoff'
import type { ClipStore } from './clip-store'
import { type ClipLocks, recordingLock } from './exclusive'
import { type CloseResult, type Recording, streamOf } from './recording'

/** Without locks, a recording that got no part for this long has no tab any more: parts come every half second. */
const ABANDONED_MS = 30_000

export interface KeeperPorts {
  readonly store: ClipStore
  readonly locks: ClipLocks
  /** Makes a stream into a file that seeks; has its own time limit and never rejects. */
  readonly closeClip: (recorded: Blob) => Promise<CloseResult>
  readonly nowMs: () => number
  readonly after: (delayMs: number, callback: () => void) => () => void
  readonly random: () => number
  /** A recording of this tab has ended; it may take a while to become a clip. */
  readonly onEnded: () => void
  /** A finished clip waits for delivery. */
  readonly onKept: () => void
  /** A recording held no picture and was removed. */
  readonly onNothingRecorded: (recording: Recording) => void
  /** For the log: a recording could not be finished now; it is tried again. */
  readonly onError: (error: unknown) => void
}

interface OwnRecording {
  readonly id: string
  readonly workspaceId: string
  phase: 'recording' | 'ended'
  partCount: number
  /** Settles when everything told so far is written: one write after the other keeps the parts in order. */
  written: Promise<void>
  readonly release: () => void
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
    const own = this.#own.get(recordingId)
    if (own === undefined) return
    own.written = own.written.then(() => this.#write(() => this.#ports.store.illustrate(recordingId, thumbnail)))
  }

  /** No part comes any more: the recording becomes a clip. */
  end(recordingId: string): void {
    const own = this.#own.get(recordingId)
    if (own?.phase !== 'recording') return
    own.phase = 'ended'
    this.#ports.onEnded()
    void this.#finishOwn(own)
  }

  /** Recordings of this tab that have ended and are no clips yet. */
  ended(): readonly Pick<Recording, 'id' | 'workspaceId'>[] {
    return [...this.#own.values()].filter(({ phase }) => phase === 'ended')
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
      for (const { id, lastKeptAtMs } of await this.#ports.store.recordings()) {
        if (this.#closing.signal.aborted) return
        if (this.#own.has(id)) continue
        const finish = async () => void (await this.#finish(id))
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

  async #write(writing: () => Promise<void>): Promise<void> {
    try {
      await writing()
    } catch (error) {
      this.#ports.onError(error)
    }
  }

  async #finishOwn(own: OwnRecording): Promise<void> {
    await own.written
    if (this.#closing.signal.aborted) return
    const finish = await this.#finish(own.id)
    if (finish === 'later') return
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
    const { store, closeClip, onKept, onNothingRecorded } = this.#ports
    const recording = await store.recording(id)
    if (recording === null) return 'finished'
    const stream = streamOf(await store.parts(id), recording.mediaType)
    const result: CloseResult =
      stream.size === 0 ? { kind: 'failed', reason: 'nothing-recorded' } : await closeClip(stream)
    if (result.kind === 'failed') {
      if (result.reason === 'no-answer') return 'later'
      await store.remove(recording, { kind: 'discarded' })
      onNothingRecorded(recording)
      return 'finished'
    }
    const { content, mediaType, hasAudio } = result.clip
    // Read again: the picture may have come while the file was made.
    const thumbnail = (await store.recording(id))?.thumbnail ?? recording.thumbnail
    const kept = await store.finish({ ...recording, thumbnail, content, mediaType, hasAudio, refusal: null })
    if (kept !== 'gone') onKept()
    return kept === 'in-memory' ? 'elsewhere' : 'finished'
  }

  #retryLater(): void {
    if (this.#closing.signal.aborted) return
    this.#failures++
    this.#cancelRetry?.()
    this.#cancelRetry = this.#ports.after(backoffMs(this.#failures, this.#ports.random()), () => this.finishNow())
  }
}
