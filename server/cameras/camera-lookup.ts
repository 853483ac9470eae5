import { Batched } from '../db/batched'
import type { CameraTable, Db } from '../db/schema'
import { findCameras } from './camera-rows'

interface Question {
  readonly workspaceId: string
  readonly cameraId: string
}

/** For which camera a snapshot is, which is looked up by the hundreds a second. */
export class CameraLookup {
  readonly #cameras: Batched<Question, CameraTable | null>

  constructor(db: Db) {
    this.#cameras = new Batched(db, async (asked) => {
      const rows = await findCameras(db, asked)
      return asked.map(
        ({ workspaceId, cameraId }) =>
          rows.find((row) => row.id === cameraId && row.workspace_id === workspaceId) ?? null,
      )
    })
  }

  /** null: the workspace has no such camera. */
  camera(workspaceId: string, cameraId: string): Promise<CameraTable | null> {
    return this.#cameras.ask({ workspaceId, cameraId })
  }
}
