import type { Span } from '../../src/lib/span'
import type { CameraTable, Db, ModeEraTable } from '../db/schema'

/** undefined: nobody ever changed anything. */
export async function findLatestEra(db: Db, workspaceId: string): Promise<ModeEraTable | undefined> {
  return db
    .selectFrom('mode_eras')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Workspaces whose latest change is of after a moment. */
export async function listChangedAfter(db: Db, atMs: number): Promise<string[]> {
  const rows = await db
    .selectFrom('workspaces')
    .select('workspaces.id')
    .where(({ eb, selectFrom }) =>
      eb(
        selectFrom('mode_eras')
          .select('mode_eras.from_at')
          .whereRef('mode_eras.workspace_id', '=', 'workspaces.id')
          .orderBy('position', 'desc')
          .limit(1),
        '>',
        atMs,
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** What held at a moment; undefined: it was before the first change. */
export async function findEraAt(db: Db, workspaceId: string, atMs: number): Promise<ModeEraTable | undefined> {
  return db
    .selectFrom('mode_eras')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('from_at', '<=', atMs)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** In their order: what began in a time, after its first moment. */
export async function listErasWithin(db: Db, workspaceId: string, { fromMs, untilMs }: Span): Promise<ModeEraTable[]> {
  return db
    .selectFrom('mode_eras')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('from_at', '>', fromMs)
    .where('from_at', '<', untilMs)
    .orderBy('position')
    .execute()
}

/** When an era began; undefined: there is no such one. */
export async function findEraStart(db: Db, workspaceId: string, position: number): Promise<number | undefined> {
  const era = await db
    .selectFrom('mode_eras')
    .select('from_at')
    .where('workspace_id', '=', workspaceId)
    .where('position', '=', position)
    .executeTakeFirst()
  return era?.from_at
}

export async function insertEra(db: Db, era: ModeEraTable): Promise<void> {
  await db.insertInto('mode_eras').values(era).execute()
}

export type CameraTimes = Pick<CameraTable, 'id' | 'created_at' | 'removed_at'>

/** Those that the workspace had in a time, in their order. */
export async function listCameraTimes(db: Db, workspaceId: string, { fromMs, untilMs }: Span): Promise<CameraTimes[]> {
  return db
    .selectFrom('cameras')
    .select(['id', 'created_at', 'removed_at'])
    .where('workspace_id', '=', workspaceId)
    .where('created_at', '<', untilMs)
    .where((row) => row.or([row('removed_at', 'is', null), row('removed_at', '>', fromMs)]))
    .orderBy('position')
    .execute()
}

/** Those that the workspace has now, in their order. */
export async function listCameraIds(db: Db, workspaceId: string): Promise<string[]> {
  const rows: Pick<CameraTable, 'id'>[] = await db
    .selectFrom('cameras')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('removed_at', 'is', null)
    .orderBy('position')
    .execute()
  return rows.map(({ id }) => id)
}
