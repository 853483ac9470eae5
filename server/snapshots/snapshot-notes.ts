import { noteSnapshots, type SnapshotNote } from '../cameras/camera-rows'
import { Batched } from '../db/batched'
import { relaxed } from '../db/relaxed'
import type { Db } from '../db/schema'

/** Writes down when cameras sent their last snapshot, those that come together in one statement. */
export class SnapshotNotes {
  readonly #batched: Batched<SnapshotNote, boolean>

  constructor(db: Db) {
    this.#batched = new Batched(db, async (notes) => {
      // The last one of each camera counts.
      const latest = new Map(notes.map((note) => [note.cameraId, note]))
      const known = await relaxed(db, (connection, condition) =>
        noteSnapshots(connection, [...latest.values()], condition),
      )
      return notes.map(({ cameraId }) => known.includes(cameraId))
    })
  }

  /** Resolves once it stands in the camera's row, which a loss of power may undo; false: the workspace has no such camera. */
  note(note: SnapshotNote): Promise<boolean> {
    return this.#batched.ask(note)
  }
}
