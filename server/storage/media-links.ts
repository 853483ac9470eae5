import type { Clock } from '../lib/clock'
import { createLinkSignatures } from '../lib/signed-links'
import { type BlobKey, blobKinds } from './blobs'

export interface MediaLinks {
  /** Path and query below the hub's origin, good for 5 to 10 minutes. `extra` is not signed. */
  sign(key: BlobKey, extra?: Readonly<Record<string, string>>): string
  isValid(key: BlobKey, expires: string, signature: string): boolean
}

export const MEDIA_PREFIX = '/media'

const KEY = new RegExp(`^[0-9a-f-]{36}/(?:${blobKinds.join('|')})/[0-9a-f-]{36}\\.(?:webm|mp4|jpg)$`)

export function createMediaLinks(key: Buffer, clock: Clock): MediaLinks {
  const signatures = createLinkSignatures(key, clock)
  return {
    sign: (blob, extra = {}) =>
      `${MEDIA_PREFIX}/${blob}?${new URLSearchParams({ ...extra, ...signatures.sign(blob) })}`,
    isValid: (blob, expires, signature) => KEY.test(blob) && signatures.isValid(blob, expires, signature),
  }
}
