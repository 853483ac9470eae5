import type { Ground } from '../db/ground'
import type { OriginSources } from '../http/origin'
import type { BlobStore } from './blobs'
import type { MediaLinks } from './media-links'
import type { StoreConfig } from './stores-config'

/** What works with stored files and links to them. */
export type StorageServices = Ground &
  OriginSources & {
    readonly config: Pick<StoreConfig, 'dataDir' | 'databaseUrl'>
    readonly blobs: BlobStore
    readonly links: MediaLinks
  }
