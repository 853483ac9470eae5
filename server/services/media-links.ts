import { createHmac, timingSafeEqual } from 'node:crypto'
import { type BlobKey, blobKinds } from './blobs'
import type { Clock } from './clock'

/** A link lives between one and two of these, and stays the same within one, so that browsers can cache. */
const WINDOW_SECONDS = 300

export interface MediaLinks {
  /** Path and query below the hub's origin, good for 5 to 10 minutes. `extra` is not signed. */
  sign(key: BlobKey, extra?: Readonly<Record<string, string>>): string
  isValid(key: BlobKey, expires: string, signature: string): boolean
}

export const MEDIA_PREFIX = '/media'

const KEY = new RegExp(`^[0-9a-f-]{36}/(?:${blobKinds.join('|')})/[0-9a-f-]{36}\\.(?:webm|mp4|jpg)$`)

export function createMediaLinks(key: Buffer, clock: Clock): MediaLinks {
  const signatureOf = (blob: BlobKey, expires: string) =>
    createHmac('sha256', key).update(`${blob}\n${expires}`).digest('base64url')
  return {
    sign(blob, extra = {}) {
      const expires = String((Math.floor(clock.now() / 1000 / WINDOW_SECONDS) + 2) * WINDOW_SECONDS)
      const query = new URLSearchParams({ ...extra, expires, signature: signatureOf(blob, expires) })
      return `${MEDIA_PREFIX}/${blob}?${query}`
    },
    isValid(blob, expires, signature) {
      if (!KEY.test(blob) || !/^\d{1,12}$/.test(expires) || Number(expires) * 1000 <= clock.now()) return false
      const expected = Buffer.from(signatureOf(blob, expires))
      const given = Buffer.from(signature)
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}
