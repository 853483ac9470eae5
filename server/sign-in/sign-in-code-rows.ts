import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import { CODE_LIFETIME_MS, CODE_MAX_TRIES, RESEND_WAIT_MS } from '../../src/contract/limits'
import type { CodeMailTable, Database, Db, SignInCodeTable } from '../db/schema'
import { CLOCKS_APART_MS } from '../lib/clock'

export type NewCode = Pick<SignInCodeTable, 'email' | 'client' | 'id' | 'code_hash' | 'created_at' | 'expires_at'>

/** Who asks or tries: an address, from a client. */
export type Asker = Pick<SignInCodeTable, 'email' | 'client'>

/** Puts the code in the place of the client's last one for the address; false while that one is young and was not used. */
export async function replaceCode(db: Db, code: NewCode): Promise<boolean> {
  const row: SignInCodeTable = { ...code, tries: 0, foreign_tries: 0, consumed_at: null }
  const { email: _email, client: _client, ...changed } = row
  const result = await db
    .insertInto('sign_in_codes')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['email', 'client'])
        .doUpdateSet(changed)
        .where((old) =>
          old.or([
            old('sign_in_codes.created_at', '<=', code.created_at - RESEND_WAIT_MS),
            old('sign_in_codes.consumed_at', 'is not', null),
            // The clock was set back since: nobody shall wait until it has caught up.
            old('sign_in_codes.created_at', '>', code.created_at + RESEND_WAIT_MS),
          ]),
        ),
    )
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function findCode(db: Db, { email, client }: Asker): Promise<SignInCodeTable | undefined> {
  return db
    .selectFrom('sign_in_codes')
    .selectAll()
    .where('email', '=', email)
    .where('client', '=', client)
    .executeTakeFirst()
}

/**
 * Takes a code back whose mail could not be sent. The one that it took the place of is what it was, as somebody may have
 * its mail, unless another has come since.
 */
export async function withdrawCode(db: Db, id: string, earlier: SignInCodeTable | undefined): Promise<void> {
  if (earlier === undefined) await db.deleteFrom('sign_in_codes').where('id', '=', id).execute()
  else await db.updateTable('sign_in_codes').set(earlier).where('id', '=', id).execute()
  await db.deleteFrom('code_mails').where('id', '=', id).execute()
}

/** Not used, and in its time. One that ends later than any is of a clock that was ahead, and would be good until then. */
function canBeTried(nowMs: number): Expression<SqlBool> {
  const row = expressionBuilder<Database, 'sign_in_codes'>()
  return row.and([
    row('consumed_at', 'is', null),
    row('expires_at', '>', nowMs),
    row('expires_at', '<=', nowMs + CODE_LIFETIME_MS + CLOCKS_APART_MS),
  ])
}

/** Counts one try on the code that the client asked for and returns it; undefined when it cannot be tried. */
export async function takeTry(db: Db, { email, client }: Asker, nowMs: number): Promise<SignInCodeTable | undefined> {
  return db
    .updateTable('sign_in_codes')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('email', '=', email)
    .where('client', '=', client)
    .where(canBeTried(nowMs))
    .where('tries', '<', CODE_MAX_TRIES)
    .returningAll()
    .executeTakeFirst()
}

/** Counts one try on every code of the address that other clients asked for, and returns those that can be tried. */
export async function takeForeignTry(db: Db, { email, client }: Asker, nowMs: number): Promise<SignInCodeTable[]> {
  return db
    .updateTable('sign_in_codes')
    .set((row) => ({ foreign_tries: row('foreign_tries', '+', 1) }))
    .where('email', '=', email)
    .where('client', '<>', client)
    .where(canBeTried(nowMs))
    .where('foreign_tries', '<', CODE_MAX_TRIES)
    .returningAll()
    .execute()
}

/** true for exactly one caller per code. */
export async function consumeCode(db: Db, id: string, nowMs: number): Promise<boolean> {
  const result = await db
    .updateTable('sign_in_codes')
    .set({ consumed_at: nowMs })
    .where('id', '=', id)
    .where('consumed_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export type CodeMail = Pick<CodeMailTable, 'client' | 'sent_at'>

/** What codes the address was sent in a period, oldest first. */
export async function findCodeMails(
  db: Db,
  email: string,
  { sinceMs, untilMs }: { readonly sinceMs: number; readonly untilMs: number },
): Promise<CodeMail[]> {
  return db
    .selectFrom('code_mails')
    .select(['client', 'sent_at'])
    .where('email', '=', email)
    .where('sent_at', '>', sinceMs)
    .where('sent_at', '<=', untilMs)
    .orderBy('sent_at')
    .execute()
}

export async function insertCodeMail(db: Db, mail: CodeMailTable): Promise<void> {
  await db.insertInto('code_mails').values(mail).execute()
}

/** Clients that an address has signed in from since a moment. */
export async function findKnownClients(db: Db, email: string, sinceMs: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('known_clients')
    .select('client')
    .where('email', '=', email)
    .where('signed_in_at', '>', sinceMs)
    .execute()
  return new Set(rows.map((row) => row.client))
}

export async function noteKnownClient(db: Db, { email, client }: Asker, nowMs: number): Promise<void> {
  await db
    .insertInto('known_clients')
    .values({ email, client, signed_in_at: nowMs })
    .onConflict((conflict) => conflict.columns(['email', 'client']).doUpdateSet({ signed_in_at: nowMs }))
    .execute()
}

/** Forgets what no rule looks at any more. */
export async function deleteOldCodes(db: Db, beforeMs: number, knownBeforeMs: number): Promise<void> {
  await db.deleteFrom('code_mails').where('sent_at', '<=', beforeMs).execute()
  await db.deleteFrom('sign_in_codes').where('created_at', '<=', beforeMs).execute()
  await db.deleteFrom('known_clients').where('signed_in_at', '<=', knownBeforeMs).execute()
}
