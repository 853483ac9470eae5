import { createHash, randomBytes } from 'node:crypto'

const SECRET_BYTES = 32

/** For who is to come back with it: of letters that an address and a header take as they are. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}

/**
 * What the database keeps of one. Without salt or key, and quick: of so many random bits nothing can be guessed, whatever a
 * guess costs, so that the hash is as good as lost to whoever reads the database, and can be looked up by an index.
 */
export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
