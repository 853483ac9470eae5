import type { CameraTable, Db, EventTable, VideoTable } from '../db/schema'

/** All rows of a workspace that are its users' own. */
export interface WorkspaceRows {
  /** Also those that were removed: recordings name them. */
  readonly cameras: readonly CameraTable[]
  /** Oldest first. */
  readonly videos: readonly VideoTable[]
  /** Oldest first. */
  readonly events: readonly EventTable[]
}

export async function readWorkspaceRows(db: Db, workspaceId: string): Promise<WorkspaceRows> {
  const cameras = db.selectFrom('cameras').selectAll().where('workspace_id', '=', workspaceId).orderBy('position')
  const videos = db.selectFrom('videos').selectAll().where('workspace_id', '=', workspaceId)
  const events = db.selectFrom('events').selectAll().where('workspace_id', '=', workspaceId)
  return {
    cameras: await cameras.execute(),
    videos: await videos.orderBy('created_at').orderBy('id').execute(),
    events: await events.orderBy('created_at').orderBy('id').execute(),
  }
}
