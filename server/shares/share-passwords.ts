import { createHash, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { HOUR_MS } from '../../src/lib/durations'
import { deleteOldAttempts, giveBackAttempt, takeAttempt } from '../db/attempt-rows'
import type { Ground } from '../db/ground'
import { tooManyRequests } from '../lib/errors'

/** 2^15 blocks of 1 kB: 32 MB and some hundredths of a second a try. */
const COST_LOG2 = 15
const SALT_BYTES = 16
const HASH_BYTES = 32

/** Wrong passwords of one client for one share, an hour. */
const OWN_WRONG_PASSWORDS = 10
/** Of all clients together for one share: many addresses are no way around. */
const ALL_WRONG_PASSWORDS = 50

/** As `scrypt$15$salt$hash`: people choose passwords, so that each guess must cost. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive(password, salt, COST_LOG2)
  return ['scrypt', COST_LOG2, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

export async function isPassword(given: string, stored: string): Promise<boolean> {
  const [kind, cost, salt = '', hash = ''] = stored.split('$')
  if (kind !== 'scrypt') return false
  const expected = Buffer.from(hash, 'base64url')
  const found = await derive(given, Buffer.from(salt, 'base64url'), Number(cost))
  return found.length === expected.length && timingSafeEqual(found, expected)
}

function derive(password: string, salt: Buffer, costLog2: number): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** costLog2, r: 8, p: 1, maxmem: 2 ** (costLog2 + 11) }
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, HASH_BYTES, options, (problem, hash) =>
      problem === null ? resolve(hash) : reject(problem),
    )
  })
}

export interface PasswordTry {
  readonly shareId: string
  /** As clientOf() has it. */
  readonly client: string
}

/**
 * Counts a try as a wrong one before it is looked at, so that no two are made in the place of one; refuses more than there
 * may be. The result takes it back: the password was right.
 */
export async function takePasswordTry(
  { db, clock }: Pick<Ground, 'db' | 'clock'>,
  { shareId, client }: PasswordTry,
): Promise<() => Promise<void>> {
  const nowMs = clock.now()
  await deleteOldAttempts(db, nowMs - 2 * HOUR_MS)
  const windowStart = nowMs - (nowMs % HOUR_MS)
  const attemptOf = (subject: string) => ({
    kind: 'share-passwords' as const,
    subject: createHash('sha256').update(subject).digest('base64url'),
    window_start: windowStart,
  })
  const [own, all] = [attemptOf(`${shareId}\n${client}`), attemptOf(shareId)]
  // One client's own come first: what is refused there uses up nothing of the others'.
  if ((await takeAttempt(db, own)) > OWN_WRONG_PASSWORDS) throw tooManyRequests(nowMs, windowStart + HOUR_MS)
  if ((await takeAttempt(db, all)) > ALL_WRONG_PASSWORDS) throw tooManyRequests(nowMs, windowStart + HOUR_MS)
  return async () => {
    await giveBackAttempt(db, own)
    await giveBackAttempt(db, all)
  }
}
