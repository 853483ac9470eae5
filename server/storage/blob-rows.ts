import type { BlobRemovalTable } from '../db/plan-tables'
import type { Db } from '../db/schema'
import type { BlobKey } from './blobs'

/** Notes files whose rows go in the same transaction. */
export async function noteBlobRemovals(db: Db, keys: readonly BlobKey[], nowMs: number): Promise<void> {
  for (const key of keys) {
    await db
      .insertInto('blob_removals')
      .values({ blob_key: key, asked_at: nowMs })
      .onConflict((conflict) => conflict.column('blob_key').doNothing())
      .execute()
  }
}

export type BlobRemoval = Readonly<BlobRemovalTable>

/** A page in one order always: the first, or what comes after the last of the page before. */
export async function listBlobRemovals(db: Db, limit: number, last: BlobRemoval | undefined): Promise<BlobRemoval[]> {
  let page = db.selectFrom('blob_removals').selectAll()
  if (last !== undefined) {
    const { asked_at, blob_key } = last
    page = page.where((row) =>
      row.or([
        row('asked_at', '>', asked_at),
        row.and([row('asked_at', '=', asked_at), row('blob_key', '>', blob_key)]),
      ]),
    )
  }
  return page.orderBy('asked_at').orderBy('blob_key').limit(limit).execute()
}

export async function listAllBlobRemovals(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('blob_removals').select('blob_key').execute()
  return rows.map((row) => row.blob_key)
}

export async function deleteBlobRemoval(db: Db, blobKey: string): Promise<void> {
  await db.deleteFrom('blob_removals').where('blob_key', '=', blobKey).execute()
}

/** Whether a row names the object: a recording's, or a camera's for its snapshot. */
export async function isBlobNamed(db: Db, blobKey: string): Promise<boolean> {
  const id = blobKey.slice(blobKey.lastIndexOf('/') + 1, blobKey.lastIndexOf('.'))
  const video = await db
    .selectFrom('videos')
    .select(['blob_key', 'thumbnail_key'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (video !== undefined) return video.blob_key === blobKey || video.thumbnail_key === blobKey
  const camera = await db
    .selectFrom('cameras')
    .select('id')
    .where('id', '=', id)
    .where('last_snapshot_at', 'is not', null)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return camera !== undefined
}

/** Of the recordings that came last. */
export async function listLatestBlobKeys(db: Db, limit: number): Promise<BlobKey[]> {
  const latest = db.selectFrom('videos').select('blob_key').orderBy('received_at', 'desc').limit(limit)
  const rows = await latest.execute()
  return rows.map((row) => row.blob_key)
}
