import type { CameraTable, Db, UserTable, VideoTable } from '../db/schema'
import type { ShareTable } from '../db/share-tables'

/** A share with what members are told of its clip. */
export type ShownShare = ShareTable & {
  readonly email: UserTable['email'] | null
  readonly recorded_at: VideoTable['created_at']
  readonly thumbnail_key: VideoTable['thumbnail_key']
  readonly camera_name: CameraTable['name']
}

export async function insertShare(db: Db, share: ShareTable): Promise<void> {
  await db.insertInto('shares').values(share).execute()
}

/** Those that have not ended, newest first. */
export async function listShares(db: Db, workspaceId: string, nowMs: number): Promise<ShownShare[]> {
  return shownShares(db, workspaceId, nowMs).orderBy('shares.created_at', 'desc').orderBy('shares.id').execute()
}

export async function findShare(
  db: Db,
  workspaceId: string,
  id: string,
  nowMs: number,
): Promise<ShownShare | undefined> {
  return shownShares(db, workspaceId, nowMs).where('shares.id', '=', id).executeTakeFirst()
}

function shownShares(db: Db, workspaceId: string, nowMs: number) {
  return db
    .selectFrom('shares')
    .innerJoin('videos', 'videos.id', 'shares.video_id')
    .innerJoin('cameras', 'cameras.id', 'videos.camera_id')
    .leftJoin('users', 'users.id', 'shares.created_by')
    .selectAll('shares')
    .select(['users.email', 'videos.created_at as recorded_at', 'thumbnail_key', 'cameras.name as camera_name'])
    .where('shares.workspace_id', '=', workspaceId)
    .where('shares.expires_at', '>', nowMs)
}

export async function countShares(db: Db, workspaceId: string, nowMs: number): Promise<number> {
  const { count } = await db
    .selectFrom('shares')
    .select((share) => share.fn.countAll().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('expires_at', '>', nowMs)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export type ShareUpdate = Partial<
  Pick<ShareTable, 'title' | 'description' | 'is_public' | 'expires_at' | 'password_hash'>
>

/** false: the workspace has no such share, or it has ended. */
export async function updateShare(
  db: Db,
  { workspaceId, id }: { readonly workspaceId: string; readonly id: string },
  change: ShareUpdate,
  nowMs: number,
): Promise<boolean> {
  const result = await db
    .updateTable('shares')
    .set(change)
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .where('expires_at', '>', nowMs)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** false: the workspace has no such share. */
export async function deleteShare(db: Db, workspaceId: string, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('shares')
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** What strangers may get of it, if they may. */
export type OpenShare = ShareTable & Pick<VideoTable, 'blob_key' | 'thumbnail_key'>

/** One that has not ended. */
export async function findShareByToken(db: Db, tokenHash: string, nowMs: number): Promise<OpenShare | undefined> {
  return db
    .selectFrom('shares')
    .innerJoin('videos', 'videos.id', 'shares.video_id')
    .selectAll('shares')
    .select(['blob_key', 'thumbnail_key'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', nowMs)
    .executeTakeFirst()
}

/** One of whichever workspace the user is in: whoever was sent a link may be in several. */
export async function findShareForUser(
  db: Db,
  userId: string,
  id: string,
  nowMs: number,
): Promise<ShareTable | undefined> {
  return db
    .selectFrom('shares')
    .innerJoin('memberships', 'memberships.workspace_id', 'shares.workspace_id')
    .selectAll('shares')
    .where('shares.id', '=', id)
    .where('memberships.user_id', '=', userId)
    .where('expires_at', '>', nowMs)
    .executeTakeFirst()
}

export async function countView(db: Db, id: string): Promise<void> {
  await db
    .updateTable('shares')
    .set((share) => ({ views: share('views', '+', 1) }))
    .where('id', '=', id)
    .execute()
}
