import { Batched } from '../db/batched'
import { CompiledByIds, type IdInWorkspace } from '../db/compiled-by-ids'
import type { CameraTable, Db } from '../db/schema'
import { findCameras } from './camera-rows'

/** For which camera a snapshot is, which is looked up by the hundreds a second. */
export class CameraLookup {
  readonly #cameras: Batched<IdInWorkspace, CameraTable | null>

  constructor(db: Db) {
    const find = new CompiledByIds(db, findCameras)
    this.#cameras = new Batched(db, async (asked) => {
      const rows = await find.run(asked)
      return asked.map(
        ({ id, workspaceId }) => rows.find((row) => row.id === id && row.workspace_id === workspaceId) ?? null,
      )
    })
  }

  /** null: the workspace has no such camera. */
  camera(workspaceId: string, cameraId: string): Promise<CameraTable | null> {
    return this.#cameras.ask({ id: cameraId, workspaceId })
  }
}
