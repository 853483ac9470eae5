import { relaxed } from '../db/relaxed'
import type { CameraTable, Db, EventTable } from '../db/schema'

const CHOICE_ID = 'hub'

/**
 * The workspace that was the hub's first when the broker was told of one for the first time, whether it is still there or
 * not; undefined: nobody has signed in yet.
 */
export async function chooseWorkspace(db: Db): Promise<string | undefined> {
  const chosen = await findChosen(db)
  if (chosen !== undefined) return chosen
  const first = await findFirstWorkspace(db)
  if (first === undefined) return undefined
  const choice = { id: CHOICE_ID, workspace_id: first }
  await db
    .insertInto('mqtt_workspace')
    .values(choice)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // That of another hub, where both chose at once.
  return findChosen(db)
}

async function findChosen(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('mqtt_workspace')
    .select('workspace_id')
    .where('id', '=', CHOICE_ID)
    .executeTakeFirst()
  return row?.workspace_id
}

async function findFirstWorkspace(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('workspaces')
    .select('id')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Workspaces that people of these addresses own, and whose each is. */
export function listWorkspacesOf(
  db: Db,
  owners: readonly string[],
): Promise<{ readonly workspaceId: string; readonly email: string }[]> {
  return db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['memberships.workspace_id as workspaceId', 'users.email'])
    .where('memberships.role', '=', 'owner')
    .where('users.email', 'in', owners)
    .execute()
}

export async function isWorkspace(db: Db, workspaceId: string): Promise<boolean> {
  const row = await db.selectFrom('workspaces').select('id').where('id', '=', workspaceId).executeTakeFirst()
  return row !== undefined
}

export type ToldEvent = EventTable & {
  /** When its recording came, or was refused; of what has none (any more) when it happened. */
  came_at: number
  /** null: it has no recording (any more), or that no picture. */
  thumbnail_key: string | null
}

function events(db: Db) {
  return db
    .selectFrom('events')
    .leftJoin('videos', 'videos.id', 'events.video_id')
    .leftJoin('refused_clips', 'refused_clips.event_id', 'events.id')
    .selectAll('events')
    .select(({ fn }) => [
      fn.coalesce('videos.received_at', 'refused_clips.refused_at', 'events.created_at').as('came_at'),
      'videos.thumbnail_key',
    ])
}

/** The newest, of those that happened after one moment and up to another. */
export async function listEventsBetween(
  db: Db,
  workspaceId: string,
  { afterMs, untilMs }: { readonly afterMs: number; readonly untilMs: number },
  limit: number,
): Promise<ToldEvent[]> {
  return events(db)
    .where('events.workspace_id', '=', workspaceId)
    .where('events.created_at', '>', afterMs)
    .where('events.created_at', '<=', untilMs)
    .orderBy('events.created_at', 'desc')
    .orderBy('events.id', 'desc')
    .limit(limit)
    .execute()
}

/** The first, of those that happened after a moment, the oldest first. */
export async function listFirstEventsAfter(
  db: Db,
  workspaceId: string,
  afterMs: number,
  limit: number,
): Promise<ToldEvent[]> {
  return events(db)
    .where('events.workspace_id', '=', workspaceId)
    .where('events.created_at', '>', afterMs)
    .orderBy('events.created_at')
    .orderBy('events.id')
    .limit(limit)
    .execute()
}

/** Up to a moment; undefined: the camera has none. */
export async function findLastEvent(
  db: Db,
  camera: Pick<CameraTable, 'id'>,
  untilMs: number,
): Promise<ToldEvent | undefined> {
  return lastOf(db, camera, untilMs).executeTakeFirst()
}

/** The last with a picture, of those since one moment and up to another; undefined: none of them has one. */
export async function findLastPictured(
  db: Db,
  camera: Pick<CameraTable, 'id'>,
  { sinceMs, untilMs }: { readonly sinceMs: number; readonly untilMs: number },
): Promise<ToldEvent | undefined> {
  return lastOf(db, camera, untilMs)
    .where('events.created_at', '>=', sinceMs)
    .where('videos.thumbnail_key', 'is not', null)
    .executeTakeFirst()
}

/** The camera's workspace is not asked for: that index has all events of the others in it. */
function lastOf(db: Db, { id }: Pick<CameraTable, 'id'>, untilMs: number) {
  return events(db)
    .where('events.camera_id', '=', id)
    .where('events.created_at', '<=', untilMs)
    .orderBy('events.created_at', 'desc')
    .orderBy('events.id', 'desc')
    .limit(1)
}

/** Those of the ids that are still there. */
export async function findEvents(db: Db, workspaceId: string, ids: readonly string[]): Promise<ToldEvent[]> {
  if (ids.length === 0) return []
  return events(db).where('events.workspace_id', '=', workspaceId).where('events.id', 'in', ids).execute()
}

/** How many happened after one moment and up to another. */
export async function countEventsBetween(
  db: Db,
  workspaceId: string,
  afterMs: number,
  untilMs: number,
): Promise<number> {
  const row = await db
    .selectFrom('events')
    .select((event) => event.fn.countAll().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('created_at', '>', afterMs)
    .where('created_at', '<=', untilMs)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Ids of events that the broker knows of, as they were last noted; null: it was told of none yet. */
export async function findToldIds(db: Db, workspaceId: string): Promise<readonly string[] | null> {
  const row = await db
    .selectFrom('mqtt_told')
    .select('event_ids')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return row === undefined ? null : row.event_ids.split(',')
}

/** Those of which the broker was told, and may hold something still, whether they are still there or not. */
export async function listToldWorkspaces(db: Db): Promise<string[]> {
  const removed = db.selectFrom('mqtt_workspace').select('workspace_id').where('id', '<>', CHOICE_ID)
  const rows = await db.selectFrom('mqtt_told').select('workspace_id').union(removed).execute()
  return rows.map(({ workspace_id }) => workspace_id)
}

/** For a workspace that is about to be removed: what the broker was told of it goes with its row, and this stays. */
export async function keepTold(db: Db, workspaceId: string): Promise<void> {
  await db
    .insertInto('mqtt_workspace')
    .columns(['id', 'workspace_id'])
    .expression(
      db.selectFrom('mqtt_told').select(['workspace_id as id', 'workspace_id']).where('workspace_id', '=', workspaceId),
    )
    .execute()
}

/** The broker holds nothing of it any more. */
export async function forgetTold(db: Db, workspaceId: string): Promise<void> {
  await db.deleteFrom('mqtt_told').where('workspace_id', '=', workspaceId).execute()
  await db.deleteFrom('mqtt_workspace').where('id', '=', workspaceId).execute()
}

/** Comes with each event: where a loss of power takes it, that event is heard twice. */
export async function noteToldIds(db: Db, workspaceId: string, ids: readonly string[]): Promise<void> {
  const event_ids = ids.join(',')
  await relaxed(db, (connection, condition) =>
    connection
      .insertInto('mqtt_told')
      .values({ workspace_id: workspaceId, event_ids })
      .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet({ event_ids }).where(condition))
      .execute(),
  )
}
