import { MINUTE_MS } from '../../src/lib/durations'
import type { Job } from '../lib/job'
import { isBlobNamed } from './blob-rows'
import type { UncertainBlobs } from './blobs'
import type { StorageServices } from './services'

/**
 * Removes what an upload left that was told to have failed and no row names. It stands in this process alone: of a hub
 * that ends before, the next start sets it aside (hub/reconciliation.ts).
 */
export function uncertainBlobsJob(services: Pick<StorageServices, 'db' | 'blobs' | 'log'>, keys: UncertainBlobs): Job {
  const { db, blobs, log } = services
  return {
    name: 'uncertain-blobs',
    everyMs: MINUTE_MS,
    async run(signal) {
      let removed = 0
      for (const key of keys.ripe()) {
        if (signal.aborted) return
        const isNamed = await isBlobNamed(db, key)
        // Meanwhile the same key may have been stored for good.
        if (!isNamed && keys.has(key)) {
          // A store that is away ends the round; the key stays for the next.
          await blobs.remove(key)
          removed += 1
        }
        keys.settle(key)
      }
      if (removed > 0) log.info({ removed }, 'removed what uploads may have left whose answer was lost')
    },
  }
}
