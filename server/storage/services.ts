import type { Ground } from '../db/ground'
import type { OriginSources } from '../http/origin'
import type { BlobStore } from './blobs'
import type { MediaLinks } from './media-links'

/** What works with stored files and links to them. */
export type StorageServices = Ground & OriginSources & { readonly blobs: BlobStore; readonly links: MediaLinks }
