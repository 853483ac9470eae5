import { createHash, randomBytes } from 'node:crypto'

const RENEWAL_BYTES = 32

/** What the service worker of one browser renews its subscription with: it has no token, and no page need be open. */
export function newRenewal(): string {
  return randomBytes(RENEWAL_BYTES).toString('base64url')
}

/** Without salt or key, as of API tokens: of 256 random bits nothing can be guessed, whatever a guess costs. */
export function hashOfRenewal(renewal: string): string {
  return createHash('sha256').update(renewal).digest('base64url')
}
