import { type Compilable, type RawBuilder, sql } from 'kysely'
import type { CameraTable, Db } from '../db/schema'

export async function listCameras(db: Db, workspaceId: string): Promise<CameraTable[]> {
  return db
    .selectFrom('cameras')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('removed_at', 'is', null)
    .orderBy('position')
    .execute()
}

export async function findCamera(db: Db, workspaceId: string, cameraId: string): Promise<CameraTable | undefined> {
  return db
    .selectFrom('cameras')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', cameraId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

/** In any of the workspaces: the caller finds its own. */
export function findCameras(db: Db, ids: readonly string[], workspaceIds: readonly string[]): Compilable<CameraTable> {
  return db
    .selectFrom('cameras')
    .selectAll()
    .where('workspace_id', 'in', workspaceIds)
    .where('id', 'in', ids)
    .where('removed_at', 'is', null)
}

/** Also one that was removed: clips it made before may still come. */
export async function findCameraOfClip(
  db: Db,
  workspaceId: string,
  cameraId: string,
): Promise<CameraTable | undefined> {
  return db
    .selectFrom('cameras')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', cameraId)
    .executeTakeFirst()
}

export async function countCameras(db: Db, workspaceId: string): Promise<number> {
  const row = await db
    .selectFrom('cameras')
    .select((camera) => camera.fn.countAll().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export async function insertCamera(db: Db, camera: Omit<CameraTable, 'position'>): Promise<CameraTable> {
  const last = await db
    .selectFrom('cameras')
    .select((row) => row.fn.max('position').as('position'))
    .where('workspace_id', '=', camera.workspace_id)
    .executeTakeFirst()
  return db
    .insertInto('cameras')
    .values({ ...camera, position: Number(last?.position ?? 0) + 1 })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export type CameraChange = Partial<
  Pick<
    CameraTable,
    | 'name'
    | 'location'
    | 'device_id'
    | 'device_label'
    | 'is_motion_enabled'
    | 'is_audio_enabled'
    | 'motion_sensitivity'
    | 'keep_clips_of'
    | 'is_live_allowed'
    | 'is_described'
    | 'removed_at'
  >
>

/** undefined: the workspace has no such camera. */
export async function updateCamera(
  db: Db,
  workspaceId: string,
  cameraId: string,
  change: CameraChange,
): Promise<CameraTable | undefined> {
  return db
    .updateTable('cameras')
    .set(change)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', cameraId)
    .where('removed_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** A snapshot that came. */
export interface SnapshotNote {
  readonly workspaceId: string
  readonly cameraId: string
  readonly atMs: number
  readonly version: string
}

/** Writes down the last snapshots of cameras, each named once, with the condition of `relaxed`; those that are there. */
export async function noteSnapshots(
  db: Db,
  notes: readonly SnapshotNote[],
  condition: RawBuilder<boolean>,
): Promise<string[]> {
  // The casts tell PostgreSQL what the columns hold.
  const rows = notes.map(
    ({ workspaceId, cameraId, atMs, version }) =>
      sql`(cast(${workspaceId} as text), cast(${cameraId} as text), cast(${atMs} as bigint), cast(${version} as text))`,
  )
  const noted = await sql<Pick<CameraTable, 'id'>>`
    with noted (workspace_id, camera_id, at_ms, version) as (values ${sql.join(rows)})
    update cameras set last_snapshot_at = noted.at_ms, snapshot_version = noted.version from noted
    where cameras.id = noted.camera_id and cameras.workspace_id = noted.workspace_id and cameras.removed_at is null
      and ${condition}
    returning id`.execute(db)
  return noted.rows.map(({ id }) => id)
}

/** Which of these there are, in any workspace. */
export async function listPresentCameras(
  db: Db,
  ids: readonly string[],
): Promise<Pick<CameraTable, 'id' | 'workspace_id'>[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('cameras')
    .select(['id', 'workspace_id'])
    .where('id', 'in', ids)
    .where('removed_at', 'is', null)
    .execute()
}

/** Of all workspaces, for the start-up check of stored files. */
export async function listCamerasWithSnapshot(db: Db): Promise<Pick<CameraTable, 'id' | 'workspace_id'>[]> {
  return db
    .selectFrom('cameras')
    .select(['id', 'workspace_id'])
    .where('last_snapshot_at', 'is not', null)
    .where('removed_at', 'is', null)
    .execute()
}
