import type { BlobKey, BlobStore } from './blobs'

/**
 * Why an object could not be read: it alone, as for a bad sector, since its store still knows it; it went meanwhile; or
 * the store is away.
 */
export async function whyUnread(
  blobs: Pick<BlobStore, 'stat'>,
  key: BlobKey,
): Promise<'unreadable' | 'gone' | 'store-away'> {
  try {
    return (await blobs.stat(key)) === null ? 'gone' : 'unreadable'
  } catch {
    return 'store-away'
  }
}
