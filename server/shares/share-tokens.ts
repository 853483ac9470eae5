import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

/**
 * What the address of a share may hold in its place: anything else is not looked up. The table holds a token as a hash,
 * and sealed (lib/sealed-text.ts): members copy a link again weeks after it was made, for the next neighbour.
 */
export const TOKEN_PATTERN = /^[\w-]{43}$/

export function newShareToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** Without salt or key, as of API tokens: of 256 random bits nothing can be guessed, whatever a guess costs. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
