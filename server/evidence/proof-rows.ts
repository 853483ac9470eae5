import type { CameraKeyTable, ClipProofTable } from '../db/evidence-tables'
import type { Db } from '../db/schema'

/** A place in what one camera signed with one key. */
export interface Place {
  readonly cameraId: string
  readonly key: string
  readonly sequence: number
}

/**
 * The row of a camera's key, made where it is new. Call it inside a transaction that has locked the workspace, or two
 * clips may each find it new.
 */
export async function keepCameraKey(
  db: Db,
  { cameraId, key }: Omit<Place, 'sequence'>,
  nowMs: number,
): Promise<CameraKeyTable> {
  const keys = await db.selectFrom('camera_keys').selectAll().where('camera_id', '=', cameraId).execute()
  const known = keys.find(({ fingerprint }) => fingerprint === key)
  if (known !== undefined) return known
  const row = { camera_id: cameraId, fingerprint: key, number: keys.length + 1, first_seen_at: nowMs }
  await db.insertInto('camera_keys').values(row).execute()
  return row
}

export async function insertProof(db: Db, row: ClipProofTable): Promise<void> {
  await db.insertInto('clip_proofs').values(row).execute()
}

export async function findProof(db: Db, videoId: string): Promise<ClipProofTable | undefined> {
  return db.selectFrom('clip_proofs').selectAll().where('video_id', '=', videoId).executeTakeFirst()
}

export async function findProofAt(db: Db, { cameraId, key, sequence }: Place): Promise<ClipProofTable | undefined> {
  return db
    .selectFrom('clip_proofs')
    .selectAll()
    .where('camera_id', '=', cameraId)
    .where('key_fingerprint', '=', key)
    .where('sequence', '=', sequence)
    .executeTakeFirst()
}

/** The nearest of the same key that is there. */
export async function findNeighbour(
  db: Db,
  { cameraId, key, sequence }: Place,
  side: 'before' | 'after',
): Promise<ClipProofTable | undefined> {
  return db
    .selectFrom('clip_proofs')
    .selectAll()
    .where('camera_id', '=', cameraId)
    .where('key_fingerprint', '=', key)
    .where('sequence', side === 'before' ? '<' : '>', sequence)
    .orderBy('sequence', side === 'before' ? 'desc' : 'asc')
    .limit(1)
    .executeTakeFirst()
}

/** How the proofs of these recordings stand; those that have none are left out. */
export async function listProofStates(
  db: Db,
  videoIds: readonly string[],
): Promise<Pick<ClipProofTable, 'video_id' | 'state'>[]> {
  if (videoIds.length === 0) return []
  return db.selectFrom('clip_proofs').select(['video_id', 'state']).where('video_id', 'in', videoIds).execute()
}

/** Whether the workspace has such a recording. */
export async function hasVideo(db: Db, workspaceId: string, videoId: string): Promise<boolean> {
  const row = await db
    .selectFrom('videos')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', videoId)
    .executeTakeFirst()
  return row !== undefined
}
