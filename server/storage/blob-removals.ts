import type { Job } from '../lib/job'
import { deleteBlobRemoval, listBlobRemovals } from './blob-removal-rows'
import type { StorageServices } from './services'

/** Nudged after an upload that made room for itself; by the hour for what a store that was away left. */
export const BLOB_REMOVAL_JOB = 'blob-removals'
const HOUR_MS = 3_600_000
const BATCH = 100

type RemovalServices = Pick<StorageServices, 'db' | 'blobs' | 'log'>

export function blobRemovalJob(services: RemovalServices): Job {
  return { name: BLOB_REMOVAL_JOB, everyMs: HOUR_MS, run: (signal) => removeBlobs(services, signal) }
}

/**
 * Removes the files of recordings whose rows are gone. The note goes after the file, so that a crash between costs a
 * second try at most; at the start it comes before the files are compared with the rows.
 */
export async function removeBlobs({ db, blobs }: RemovalServices, signal?: AbortSignal): Promise<void> {
  let keys = await listBlobRemovals(db, BATCH)
  while (keys.length > 0 && !signal?.aborted) {
    for (const key of keys) {
      if (signal?.aborted) return
      await blobs.remove(key)
      await deleteBlobRemoval(db, key)
    }
    keys = await listBlobRemovals(db, BATCH)
  }
}
