import { MINUTE_MS } from '../../src/lib/durations'
import type { Job } from '../lib/job'
import { PATIENCE_MS } from './blob-removals'
import { isBlobNamed } from './blob-rows'
import type { BlobKey, BlobStore, UncertainBlobs } from './blobs'
import type { StorageServices } from './services'

interface UncertainServices {
  readonly db: StorageServices['db']
  readonly blobs: Pick<BlobStore, 'remove'>
  readonly log: Pick<StorageServices['log'], 'info'>
}

/**
 * Removes what an upload left that was told to have failed and no row names. It stands in this process alone: of a hub
 * that ends before, the next start sets it aside (hub/reconciliation.ts).
 */
export function uncertainBlobsJob({ db, blobs, log }: UncertainServices, keys: UncertainBlobs): Job {
  return {
    name: 'uncertain-blobs',
    everyMs: MINUTE_MS,
    async run(signal) {
      let removed = 0
      let failingMs = 0
      const problems: unknown[] = []
      for (const key of keys.ripe()) {
        if (signal.aborted || failingMs > PATIENCE_MS) break
        const startMs = performance.now()
        try {
          if (await removeUnnamed({ db, blobs }, keys, key)) removed += 1
        } catch (problem) {
          // It stays for the next round, and keeps no other from going.
          problems.push(problem)
          failingMs += performance.now() - startMs
        }
      }
      if (removed > 0) log.info({ removed }, 'removed what uploads may have left whose answer was lost')
      if (problems.length > 0) throw problems[0]
    },
  }
}

/** Whether it was removed, so far as it was there. */
async function removeUnnamed(
  { db, blobs }: Pick<UncertainServices, 'db' | 'blobs'>,
  keys: UncertainBlobs,
  key: BlobKey,
): Promise<boolean> {
  const isNamed = await isBlobNamed(db, key)
  // Meanwhile the same key may have been stored for good.
  const isLeft = !isNamed && keys.has(key)
  if (isLeft) await blobs.remove(key)
  keys.settle(key)
  return isLeft
}
