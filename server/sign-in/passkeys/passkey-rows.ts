import { PASSKEY_CHALLENGE_MS } from '../../../src/contract/sign-in/passkeys'
import type { ChallengePurpose, PasskeyChallengeTable, PasskeyTable } from '../../db/passkey-tables'
import type { Db } from '../../db/schema'
import { CLOCKS_APART_MS } from '../../lib/clock'

export async function insertPasskey(
  db: Db,
  passkey: Omit<PasskeyTable, 'last_used_at' | 'doubted_at'>,
): Promise<PasskeyTable> {
  return db
    .insertInto('passkeys')
    .values({ ...passkey, last_used_at: null, doubted_at: null })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Oldest first. */
export async function listPasskeys(db: Db, userId: string): Promise<PasskeyTable[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function hasPasskey(db: Db, email: string): Promise<boolean> {
  const found = await db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .select('passkeys.id')
    .where('users.email', '=', email)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export type KnownPasskey = PasskeyTable & { readonly email: string }

export async function findPasskey(db: Db, credentialId: string): Promise<KnownPasskey | undefined> {
  return db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .selectAll('passkeys')
    .select('users.email')
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
}

interface OwnPasskey {
  readonly id: string
  readonly userId: string
}

/** undefined: there is no such one of theirs. */
export async function renamePasskey(
  db: Db,
  { id, userId }: OwnPasskey,
  name: string,
): Promise<PasskeyTable | undefined> {
  return db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()
}

/** false: there is no such one of theirs. */
export async function deletePasskey(db: Db, { id, userId }: OwnPasskey): Promise<boolean> {
  const result = await db.deleteFrom('passkeys').where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()
  return result.numDeletedRows > 0n
}

/**
 * Takes note of a use; false: its counter did not go on, as that of a copy would not. One that does not count says 0 for
 * ever. In one statement, so that of two uses of the same counter at once only one passes.
 */
export async function notePasskeyUsed(db: Db, id: string, counter: number, nowMs: number): Promise<boolean> {
  const result = await db
    .updateTable('passkeys')
    .set({ counter, last_used_at: nowMs })
    .where('id', '=', id)
    .where('counter', counter === 0 ? '=' : '<', counter)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function notePasskeyDoubted(db: Db, id: string, nowMs: number): Promise<void> {
  await db.updateTable('passkeys').set({ doubted_at: nowMs }).where('id', '=', id).execute()
}

/** Forgets those that have ended too. */
export async function insertChallenge(db: Db, challenge: PasskeyChallengeTable, nowMs: number): Promise<void> {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<=', nowMs).execute()
  await db.insertInto('passkey_challenges').values(challenge).execute()
}

export interface ChallengeUse {
  readonly challenge: string
  readonly purpose: ChallengePurpose
  readonly userId: string | null
}

/**
 * Uses one up; false: it was never given out for this, or has ended, or somebody was quicker. One that ends later than any is of
 * a clock that was ahead.
 */
export async function consumeChallenge(db: Db, use: ChallengeUse, nowMs: number): Promise<boolean> {
  const query = db
    .deleteFrom('passkey_challenges')
    .where('challenge', '=', use.challenge)
    .where('purpose', '=', use.purpose)
    .where('expires_at', '>', nowMs)
    .where('expires_at', '<=', nowMs + PASSKEY_CHALLENGE_MS + CLOCKS_APART_MS)
  const own = use.userId === null ? query.where('user_id', 'is', null) : query.where('user_id', '=', use.userId)
  return (await own.executeTakeFirst()).numDeletedRows > 0n
}
