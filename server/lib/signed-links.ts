import { createHmac, timingSafeEqual } from 'node:crypto'
import { CLOCKS_APART_MS, type Clock } from './clock'

/** A link lives between one and two of these, and stays the same within one, so that browsers can cache. */
const WINDOW_SECONDS = 300

/** Signs what a link leads to, for `img`, `video` and downloads, which send no token (HUB-16). */
export interface LinkSignatures {
  /** Query parameters that are good for one to two windows: 5 to 10 minutes, where nothing else was said. */
  sign(subject: string): { readonly expires: string; readonly signature: string }
  isValid(subject: string, expires: string, signature: string): boolean
}

/** `windowSeconds`: for what is looked at later than a page. */
export function createLinkSignatures(key: Buffer, clock: Clock, windowSeconds = WINDOW_SECONDS): LinkSignatures {
  const signatureOf = (subject: string, expires: string) =>
    createHmac('sha256', key).update(`${subject}\n${expires}`).digest('base64url')
  return {
    sign(subject) {
      const expires = String((Math.floor(clock.now() / 1000 / windowSeconds) + 2) * windowSeconds)
      return { expires, signature: signatureOf(subject, expires) }
    },
    isValid(subject, expires, signature) {
      const leftMs = Number(expires) * 1000 - clock.now()
      const isInTime = leftMs > 0 && leftMs <= 2 * windowSeconds * 1000 + CLOCKS_APART_MS
      if (!/^\d{1,12}$/.test(expires) || !isInTime) return false
      const expected = Buffer.from(signatureOf(subject, expires))
      const given = Buffer.from(signature)
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}
