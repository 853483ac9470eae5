import type { Db } from '../db/schema'
import type { BlobKey, BlobStore } from './blobs'

/** A few may be lost, and a start is not to look for all. */
const LOOKED_FOR = 20

/**
 * Whether a store holds any of the latest recordings, or has set it aside; true where there are none. An absent disk
 * leaves an empty folder in its place, and a bucket may be named that has none of them.
 */
export async function areRecordingsThere(db: Db, blobs: Pick<BlobStore, 'stat' | 'listSetAside'>): Promise<boolean> {
  const keys = await listLatestKeys(db)
  for (const key of keys) if ((await blobs.stat(key)) !== null) return true
  if (keys.length === 0) return true
  const aside = new Set(await blobs.listSetAside())
  return keys.some((key) => aside.has(key))
}

async function listLatestKeys(db: Db): Promise<BlobKey[]> {
  const latest = db.selectFrom('videos').select('blob_key').orderBy('received_at', 'desc').limit(LOOKED_FOR)
  const rows = await latest.execute()
  return rows.map((row) => row.blob_key)
}
