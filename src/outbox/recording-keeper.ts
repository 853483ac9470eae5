import { InTurn } from '../lib/in-turn'
import { ClipMaker, type Finish, type MakerPorts } from './clip-maker'
import { recordingLock } from './exclusive'
import { OwnRecording, type RecordingPorts } from './own-recording'
import type { Amendment, EndedRecording, Recording, RecordingEntry } from './recording'
import { Retry } from './retry'

/** Without locks, a recording that got no part for this long has no tab any more: parts come every half second. */
const ABANDONED_MS = 30_000

export interface KeeperPorts extends RecordingPorts, MakerPorts {
  /** 0 to 1. */
  readonly random: () => number
  /** A recording has ended, or its tab has; it may take a while to become a clip. */
  readonly onEnded: () => void
}

/**
 * Writes recordings to the disk while they grow and makes clips of them when they have ended: its own, and those whose
 * tab died. A recording belongs to the tab that holds its lock.
 */
export class RecordingKeeper {
  readonly #ports: KeeperPorts
  readonly #closing = new AbortController()
  readonly #own = new Map<string, OwnRecording>()
  /** Own ones that are clips in this tab's memory, and hold their lock for as long as those wait. */
  readonly #elsewhere = new Map<string, OwnRecording>()
  /** Recordings of dead tabs of which no clip could be made yet, and their workspaces. */
  readonly #orphans = new Map<string, string>()
  readonly #maker: ClipMaker
  readonly #retry: Retry
  /** One file is made at a time: a laptop that comes back with ten of them has cameras to run. */
  readonly #finishes = new InTurn()

  constructor(ports: KeeperPorts) {
    this.#ports = ports
    this.#maker = new ClipMaker(ports)
    this.#retry = new Retry(ports.after, ports.random)
  }

  begin(recording: Recording): void {
    if (this.#closing.signal.aborted || this.#own.has(recording.id)) return
    this.#own.set(recording.id, new OwnRecording(recording, this.#ports, this.#closing.signal))
  }

  /** Keeps the next bytes of a recording that has begun here. */
  append(recordingId: string, bytes: Uint8Array<ArrayBuffer>): void {
    this.#own.get(recordingId)?.append(bytes)
  }

  amend(recordingId: string, amendment: Amendment): void {
    this.#own.get(recordingId)?.amend(amendment)
  }

  /** No part comes any more: the recording becomes a clip. */
  end(recordingId: string): void {
    const own = this.#own.get(recordingId)
    if (own?.phase !== 'recording') return
    own.phase = 'ended'
    this.#ports.onEnded()
    void this.#finishOwn(own)
  }

  /** The recording is not wanted after all: it goes as if it had never been (LABEL-09). */
  async leaveOut(recordingId: string): Promise<void> {
    const own = this.#own.get(recordingId)
    if (own?.phase !== 'recording') return
    own.phase = 'unwanted'
    await own.written()
    try {
      await this.#ports.store.remove(own, { kind: 'discarded' })
    } catch (error) {
      // Whoever recovers it later delivers it: nothing is lost.
      this.#ports.onError(error)
    }
    this.#own.delete(recordingId)
    own.release()
  }

  /** Recordings that have ended and are no clips yet. */
  ended(): readonly EndedRecording[] {
    const own = [...this.#own.values()].filter(({ phase }) => phase !== 'recording' && phase !== 'unwanted')
    return [
      ...own.map(({ id, workspaceId }) => ({ id, workspaceId, owner: 'this-tab' }) as const),
      ...[...this.#orphans].map(([id, workspaceId]) => ({ id, workspaceId, owner: 'dead-tab' }) as const),
    ]
  }

  /** Finishes whatever can be: called when what closes clips may be reachable again, and now and then. */
  finishNow(): void {
    if (this.#closing.signal.aborted) return
    this.#retry.cancel()
    for (const own of this.#own.values()) if (own.phase === 'ended') void this.#finishOwn(own)
    void this.recover()
  }

  /** Finishes recordings that no living tab writes; called at start and now and then. */
  async recover(): Promise<void> {
    try {
      await this.#releaseGone()
      const recordings = await this.#ports.store.recordings()
      this.#keepOrphans(recordings.map(({ id }) => id))
      for (const recording of recordings) {
        if (this.#closing.signal.aborted) return
        if (!this.#own.has(recording.id)) await this.#recoverOne(recording)
      }
    } catch (error) {
      this.#ports.onError(error)
      this.#retryLater()
    }
  }

  /** Ends this tab's part: what it recorded so far is for the next tab to finish. */
  close(): void {
    this.#closing.abort()
    this.#retry.close()
    for (const own of this.#own.values()) {
      own.phase = 'ended'
      void own.written()
      own.release()
    }
    this.#own.clear()
  }

  async #recoverOne({ id, workspaceId, lastKeptAtMs }: RecordingEntry): Promise<void> {
    const finish = async () => {
      if ((await this.#finish(id)) === 'later') this.#adopt(id, workspaceId)
      else this.#orphans.delete(id)
    }
    const answer = await this.#ports.locks.ifFree(recordingLock(id), finish)
    // A clock that was set back must not hide a recording for hours.
    const isAbandoned = Math.abs(this.#ports.nowMs() - lastKeptAtMs) > ABANDONED_MS
    if (answer === 'no-locks' && isAbandoned) await finish()
  }

  async #finishOwn(own: OwnRecording): Promise<void> {
    own.phase = 'closing'
    await own.written()
    if (this.#closing.signal.aborted) return
    const finish = await this.#finish(own.id)
    if (finish === 'later') {
      own.phase = 'ended'
      return
    }
    this.#own.delete(own.id)
    // A clip that only this tab has in full must not be finished by another from what the disk took of it.
    if (finish === 'elsewhere') this.#elsewhere.set(own.id, own)
    else own.release()
  }

  /** The hub has those, or they were dropped: another tab may do with what is left of them as it likes. */
  async #releaseGone(): Promise<void> {
    if (this.#elsewhere.size === 0) return
    const waiting = new Set((await this.#ports.store.list()).map(({ id }) => id))
    for (const own of this.#elsewhere.values()) {
      if (waiting.has(own.id)) continue
      this.#elsewhere.delete(own.id)
      own.release()
    }
  }

  #finish(id: string): Promise<Finish> {
    return this.#finishes.run(() => this.#makeClip(id))
  }

  /** Never rejects. */
  async #makeClip(id: string): Promise<Finish> {
    try {
      const finish = await this.#maker.make(id)
      if (finish !== 'later') this.#retry.noteSuccess()
      else this.#retryLater()
      return finish
    } catch (error) {
      this.#ports.onError(error)
      this.#retryLater()
      return 'later'
    }
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
    this.#retry.noteFailure(() => this.finishNow())
  }
}
