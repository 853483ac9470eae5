import { relaxed } from '../db/relaxed'
import type { Db } from '../db/schema'
import { noteSnapshots, type SnapshotNote } from '../repositories/cameras'

/** Of one statement. */
const MOST_AT_ONCE = 100

interface Batch {
  readonly notes: Map<string, SnapshotNote>
  /** The cameras that are there. */
  readonly known: Promise<ReadonlySet<string>>
}

/**
 * Writes down when cameras sent their last snapshot. A note goes to the database at once, or, while another is on its way
 * there, with all that come meanwhile: a thousand cameras make tens of statements a second instead of hundreds.
 */
export class SnapshotNotes {
  readonly #db: Db
  #next: Batch | null = null
  #last: Promise<unknown> = Promise.resolve()

  constructor(db: Db) {
    this.#db = db
  }

  /** Resolves once it stands in the camera's row, which a loss of power may undo; false: the workspace has no such camera. */
  async note(note: SnapshotNote): Promise<boolean> {
    if (this.#next === null || this.#next.notes.size >= MOST_AT_ONCE) this.#next = this.#begin()
    const { notes, known } = this.#next
    notes.set(note.cameraId, note)
    return (await known).has(note.cameraId)
  }

  #begin(): Batch {
    const notes = new Map<string, SnapshotNote>()
    const known = this.#last.then(() => {
      if (this.#next?.notes === notes) this.#next = null
      return relaxed(
        this.#db,
        async (db, condition) => new Set(await noteSnapshots(db, [...notes.values()], condition)),
      )
    })
    this.#last = known.catch(() => undefined)
    return { notes, known }
  }
}
