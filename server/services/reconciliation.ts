import { listCamerasWithSnapshot } from '../repositories/cameras'
import { listVideoKeys } from '../repositories/videos'
import type { BlobKey } from './blobs'
import type { Services } from './services'
import { snapshotKey } from './thumbnails'

/**
 * Brings files and rows together again after a crash. What has no row is set aside, never deleted: a database that was
 * lost or restored from an older copy must not cost the recordings. What has no file is reported.
 */
export async function reconcile({ db, blobs, log }: Services): Promise<void> {
  const staged = await blobs.clearStaging()
  const expected = await expectedKeys(db)
  const stored = new Set(await blobs.list())
  const orphans = [...stored].filter((key) => !expected.has(key))
  for (const key of orphans) await blobs.setAside(key)
  const missing = [...expected].filter((key) => !stored.has(key)).length
  if (staged > 0) log.info({ staged }, 'removed uploads that a crash cut off')
  if (orphans.length > 0) {
    log.warn({ orphans: orphans.length }, 'files without a row in the database were moved to the folder lost/')
  }
  if (missing > 0) log.warn({ missing }, 'stored recordings or pictures are missing on the disk')
}

async function expectedKeys(db: Services['db']): Promise<Set<BlobKey>> {
  const videos = await listVideoKeys(db)
  const cameras = await listCamerasWithSnapshot(db)
  const recordings = videos.flatMap((video) => [video.blob_key, video.thumbnail_key])
  return new Set([...recordings, ...cameras.map(snapshotKey)].filter((key) => key !== null))
}
