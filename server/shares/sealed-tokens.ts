import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** What the address of a share may hold in its place: anything else is not looked up. */
export const TOKEN_PATTERN = /^[\w-]{43}$/

export function newShareToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** Without salt or key, as of API tokens: of 256 random bits nothing can be guessed, whatever a guess costs. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/**
 * The token as the table holds it besides its hash. Members copy a link again weeks after it was made, for the next
 * neighbour: it must come back. Encrypted with a key from the hub's secret, which no table of SQLite holds, so that a
 * stolen copy of the database opens nothing. Bound to its share, so that no row passes for another.
 */
export function sealToken(key: Buffer, shareId: string, token: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(shareId))
  const sealed = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** null: sealed with another secret, or damaged. */
export function unsealToken(key: Buffer, shareId: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length <= NONCE_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(shareId))
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  try {
    return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}
