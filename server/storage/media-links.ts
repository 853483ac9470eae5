import type { Clock } from '../lib/clock'
import { createLinkSignatures } from '../lib/signed-links'
import { type BlobKey, blobKinds, isSnapshot } from './blobs'

export interface MediaLinks {
  /** Path and query below the hub's origin, good for 5 to 10 minutes, to a snapshot for 15 to 30 s. `extra` is not signed. */
  sign(key: BlobKey, extra?: Readonly<Record<string, string>>): string
  isValid(key: BlobKey, expires: string, signature: string): boolean
}

export const MEDIA_PREFIX = '/media'

const KEY = new RegExp(`^[0-9a-f-]{36}/(?:${blobKinds.join('|')})/[0-9a-f-]{36}\\.(?:webm|mp4|jpg)$`)

/** The same link shows each next picture: who was removed or signed out must not go on watching by it. */
const SNAPSHOT_WINDOW_SECONDS = 15

export function createMediaLinks(key: Buffer, clock: Clock): MediaLinks {
  const recordings = createLinkSignatures(key, clock)
  const snapshots = createLinkSignatures(key, clock, SNAPSHOT_WINDOW_SECONDS)
  const signaturesOf = (blob: BlobKey) => (isSnapshot(blob) ? snapshots : recordings)
  return {
    sign: (blob, extra = {}) =>
      `${MEDIA_PREFIX}/${blob}?${new URLSearchParams({ ...extra, ...signaturesOf(blob).sign(blob) })}`,
    isValid: (blob, expires, signature) => KEY.test(blob) && signaturesOf(blob).isValid(blob, expires, signature),
  }
}
