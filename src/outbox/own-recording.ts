import type { After } from '../lib/time-limit'
import type { ClipStore } from './clip-store'
import { type ClipLocks, recordingLock } from './exclusive'
import type { Amendment, Recording } from './recording'

/** Each writes all that was seen so far, and the picture, anew, while parts of the film wait behind it. */
const AMENDMENTS_APART_MS = 2_000

export interface RecordingPorts {
  readonly store: ClipStore
  readonly locks: ClipLocks
  readonly nowMs: () => number
  readonly after: After
  /** For the log: something could not be written now. */
  readonly onError: (error: unknown) => void
}

/** A recording of this tab on its way to the disk. It belongs to the tab for as long as that holds its lock. */
export class OwnRecording {
  readonly id: string
  readonly workspaceId: string
  /** 'closing': a clip is being made of it; 'unwanted': none will be. */
  phase: 'recording' | 'ended' | 'closing' | 'unwanted' = 'recording'
  /** Gives the lock back: another tab may take what is on the disk. */
  readonly release: () => void
  readonly #ports: RecordingPorts
  #partCount = 0
  /** One write after the other keeps the parts in order. */
  #written: Promise<void>
  /** What came to be known and is not written yet. */
  #amendment: Amendment | null = null
  /** While something of it was written a moment ago: ends that wait. */
  #endRest: (() => void) | null = null

  constructor(recording: Recording, ports: RecordingPorts, signal: AbortSignal) {
    this.id = recording.id
    this.workspaceId = recording.workspaceId
    this.#ports = ports
    const { held, release } = hold(ports.locks, recording.id, signal)
    this.release = release
    // The lock comes first: without it another tab would take the recording for an abandoned one.
    this.#written = held
    this.#write(() => ports.store.begin(recording))
  }

  /** Keeps the next bytes, while it is recorded. */
  append(bytes: Uint8Array<ArrayBuffer>): void {
    if (this.phase !== 'recording') return
    const part = {
      recordingId: this.id,
      number: this.#partCount++,
      // The disk would copy all of a buffer of which this is a window.
      bytes: bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice(),
      sizeBytes: bytes.byteLength,
      keptAtMs: this.#ports.nowMs(),
    }
    this.#write(() => this.#ports.store.append(part))
  }

  /** Is written at once, or together with what else comes to be known meanwhile. */
  amend(amendment: Amendment): void {
    this.#amendment = { ...this.#amendment, ...amendment }
    if (this.#endRest === null) this.#writeAmendment()
  }

  /** Resolves when everything told so far is written, or was refused. What comes later is written at once. */
  async written(): Promise<void> {
    this.#endRest?.()
    this.#endRest = null
    this.#writeAmendment()
    await this.#written
  }

  #writeAmendment(): void {
    this.#write(async () => {
      const amendment = this.#amendment
      // It went with one before, which had waited for the disk.
      if (amendment === null) return
      this.#amendment = null
      if (this.phase === 'recording') this.#rest()
      await this.#ports.store.amend(this.id, amendment)
    })
  }

  #rest(): void {
    this.#endRest?.()
    this.#endRest = this.#ports.after(AMENDMENTS_APART_MS, () => {
      this.#endRest = null
      this.#writeAmendment()
    })
  }

  #write(writing: () => Promise<void>): void {
    this.#written = this.#written.then(writing).catch((error: unknown) => this.#ports.onError(error))
  }
}

/** Holds the lock of a recording until released; `held` resolves also where the browser does not give it. */
function hold(
  locks: ClipLocks,
  id: string,
  signal: AbortSignal,
): { readonly held: Promise<void>; readonly release: () => void } {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const held = new Promise<void>((resolve) => {
    const holding = async () => {
      resolve()
      await released
    }
    locks.exclusively(recordingLock(id), holding, signal).catch(() => resolve())
  })
  return { held, release }
}
