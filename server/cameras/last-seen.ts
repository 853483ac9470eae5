import type { FastifyBaseLogger } from 'fastify'
import { InTurn } from '../../src/lib/in-turn'
import { relaxed } from '../db/relaxed'
import type { CameraTable, Db } from '../db/schema'
import { noteSnapshots, type SnapshotNote } from './camera-rows'

/** Between the first snapshot that waits to be noted and the statement that notes it, with all that came meanwhile. */
const EVERY_MS = 1_000
/** Cameras of one statement: a database takes only so many values at once. */
const MOST_AT_ONCE = 1_000

export interface LastSeenPorts {
  readonly db: Db
  readonly log: Pick<FastifyBaseLogger, 'warn'>
  /** A camera that sent is not there any more: what it left is to go. */
  readonly forget: (camera: SnapshotNote) => Promise<void>
}

type Seen = Pick<CameraTable, 'id' | 'last_snapshot_at' | 'snapshot_version'>

/**
 * When cameras sent their last snapshot: known here at once, and in their rows a second later at most, all of them in one
 * statement (SCALE-04). Whoever reads a camera's state lays `over` the row what is not in it yet; whoever asks the database
 * for cameras by that moment calls `flush` before. Whoever makes it calls `close`.
 */
export class LastSeen {
  readonly #ports: LastSeenPorts
  #waiting = new Map<string, SnapshotNote>()
  /** On their way into the rows. */
  #going: ReadonlyMap<string, SnapshotNote> = new Map()
  /** Those of the statement before: a row that was read during it does not have them. */
  #gone: ReadonlyMap<string, SnapshotNote> = new Map()
  #goneAtMs = 0
  #timer: NodeJS.Timeout | null = null
  readonly #writes = new InTurn()
  #isFailing = false
  #isClosed = false

  constructor(ports: LastSeenPorts) {
    this.#ports = ports
  }

  note(note: SnapshotNote): void {
    this.#waiting.set(note.cameraId, note)
    this.#wait()
  }

  /** The row as it will be. */
  over<Row extends Seen>(row: Row): Row {
    const coming = this.#waiting.get(row.id) ?? this.#going.get(row.id)
    const isJustGone = performance.now() - this.#goneAtMs < EVERY_MS
    const note = coming ?? (isJustGone ? this.#gone.get(row.id) : undefined)
    if (note === undefined) return row
    // Another hub may have written since; one that is still to be written takes the place of whatever is there.
    if (coming === undefined && (row.last_snapshot_at ?? 0) >= note.atMs) return row
    return { ...row, last_snapshot_at: note.atMs, snapshot_version: note.version }
  }

  /** Resolves once all that was noted before stands in the rows, which a loss of power may undo. */
  flush(): Promise<void> {
    return this.#writes.run(() => this.#write())
  }

  /** Writes what waits; a database that is away costs the last second. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#flushQuietly()
    this.#stop()
  }

  #wait(): void {
    if (this.#isClosed) return
    this.#timer ??= setTimeout(() => void this.#flushQuietly(), EVERY_MS).unref()
  }

  #stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  async #flushQuietly(): Promise<void> {
    try {
      await this.flush()
      this.#isFailing = false
    } catch (problem) {
      if (!this.#isFailing) this.#ports.log.warn({ problem: String(problem) }, 'when cameras were seen is not noted')
      this.#isFailing = true
    }
  }

  async #write(): Promise<void> {
    this.#stop()
    if (this.#waiting.size === 0) return
    const notes = this.#waiting
    this.#going = notes
    this.#waiting = new Map()
    try {
      const known = await this.#noteAll([...notes.values()])
      this.#gone = notes
      this.#goneAtMs = performance.now()
      await this.#forgetOthers(notes, known)
    } catch (problem) {
      for (const [id, note] of notes) if (!this.#waiting.has(id)) this.#waiting.set(id, note)
      this.#wait()
      throw problem
    } finally {
      this.#going = new Map()
    }
  }

  async #noteAll(notes: readonly SnapshotNote[]): Promise<ReadonlySet<string>> {
    const { db } = this.#ports
    const known = new Set<string>()
    for (let from = 0; from < notes.length; from += MOST_AT_ONCE) {
      const some = notes.slice(from, from + MOST_AT_ONCE)
      const ids = await relaxed(db, (connection, condition) => noteSnapshots(connection, some, condition))
      for (const id of ids) known.add(id)
    }
    return known
  }

  async #forgetOthers(notes: ReadonlyMap<string, SnapshotNote>, known: ReadonlySet<string>): Promise<void> {
    for (const [id, note] of notes) {
      if (known.has(id)) continue
      try {
        await this.#ports.forget(note)
      } catch (problem) {
        this.#ports.log.warn({ problem: String(problem) }, 'the picture of a removed camera could not be removed')
      }
    }
  }
}
