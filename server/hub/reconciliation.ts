import { HOUR_MS } from '../../src/lib/durations'
import { listCamerasWithSnapshot } from '../cameras/camera-rows'
import { listVideoKeys } from '../recordings/video-rows'
import { listAllBlobRemovals } from '../storage/blob-rows'
import type { BlobKey, BlobStore } from '../storage/blobs'
import { snapshotKey } from '../storage/blobs'
import type { Services } from './services'

/** Another hub may be about to write the row of what it has just stored; the slowest upload takes minutes. */
const SHARED_GRACE_MS = HOUR_MS

/**
 * Brings files and rows together again after a crash. What has no row is set aside, never deleted: a database that was
 * lost or restored from an older copy must not cost the recordings. What was set aside comes back where a row names it, as
 * those of a newer copy do. What has no file is reported. Where other hubs may
 * share the store, only what is an hour old is touched.
 */
export async function reconcile({ config, clock, db, blobs, log, ownProcess }: Services): Promise<void> {
  const staged = await blobs.clearStaging()
  if (staged > 0) log.info({ staged }, 'removed uploads that a crash cut off')
  // One of the processes looks for all, and it starts first.
  if (ownProcess !== null && ownProcess.number > 1) return
  // Files first: one that is stored and gets its row in between has both.
  const stored = new Set(await blobs.list())
  const expected = await expectedKeys(db)
  const leaving = new Set(await listAllBlobRemovals(db))
  // What somebody deleted is on its way out, and nobody is to find it in lost/.
  const strays = [...stored].filter((key) => !expected.has(key) && !leaving.has(key))
  // In a bucket many take minutes.
  if (strays.length > 0) log.info({ strays: strays.length }, 'looks at files without a row in the database')
  const isShared = config.databaseUrl !== null
  const orphans = await setAside({ blobs, log }, strays, isShared ? clock.now() - SHARED_GRACE_MS : null)
  const absent = [...expected].filter((key) => !stored.has(key))
  const broughtBack = await bringBack({ blobs, log }, absent)
  const missing = absent.length - broughtBack
  if (orphans > 0) {
    log.warn({ orphans }, 'files without a row in the database were moved to the folder lost/')
  }
  if (broughtBack > 0) log.warn({ broughtBack }, 'files that rows name were brought back from the folder lost/')
  if (missing > 0) log.warn({ missing }, 'stored recordings or pictures are missing on the disk')
}

/**
 * How many were taken out. What has gone by now was removed by another hub. A store that fails at this must not keep the
 * hub from its work: what is left is no worse off until the next start.
 */
async function setAside(
  { blobs, log }: Pick<Services, 'blobs' | 'log'>,
  strays: readonly BlobKey[],
  changedBeforeMs: number | null,
): Promise<number> {
  let count = 0
  for (const key of strays) {
    try {
      if (await setOneAside(blobs, key, changedBeforeMs)) count += 1
    } catch (problem) {
      log.warn({ problem: String(problem), left: strays.length - count }, 'files without a row could not be moved')
      return count
    }
  }
  return count
}

async function setOneAside(blobs: BlobStore, key: BlobKey, changedBeforeMs: number | null): Promise<boolean> {
  const facts = await blobs.stat(key)
  if (facts === null || (changedBeforeMs !== null && facts.changedAtMs > changedBeforeMs)) return false
  await blobs.setAside(key)
  return true
}

/** How many came. A store that fails at this must not keep the hub from its work either. */
async function bringBack({ blobs, log }: Pick<Services, 'blobs' | 'log'>, absent: readonly BlobKey[]): Promise<number> {
  let count = 0
  try {
    const aside = new Set(absent.length === 0 ? [] : await blobs.listSetAside())
    for (const key of absent) if (aside.has(key) && (await blobs.bringBack(key))) count += 1
  } catch (problem) {
    log.warn({ problem: String(problem) }, 'files that rows name could not be brought back from the folder lost/')
  }
  return count
}

async function expectedKeys(db: Services['db']): Promise<Set<BlobKey>> {
  const videos = await listVideoKeys(db)
  const cameras = await listCamerasWithSnapshot(db)
  const recordings = videos.flatMap((video) => [video.blob_key, video.thumbnail_key])
  return new Set([...recordings, ...cameras.map(snapshotKey)].filter((key) => key !== null))
}
