import type { ClipStore } from './clip-store'
import { type ClipLocks, recordingLock } from './exclusive'
import type { Amendment, Recording } from './recording'

export interface RecordingPorts {
  readonly store: ClipStore
  readonly locks: ClipLocks
  readonly nowMs: () => number
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

  amend(amendment: Amendment): void {
    this.#write(() => this.#ports.store.amend(this.id, amendment))
  }

  /** Resolves when everything told so far is written, or was refused. */
  async written(): Promise<void> {
    await this.#written
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
