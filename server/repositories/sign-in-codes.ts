import { CODE_MAX_TRIES, RESEND_WAIT_MS } from '../../src/contract/limits'
import type { Db, SignInCodeTable } from '../db/schema'

export type NewCode = Pick<SignInCodeTable, 'email' | 'id' | 'code_hash' | 'created_at' | 'expires_at'>

/** Puts the code in the place of the address's last one; false while that one is young and still good. */
export async function replaceCode(db: Db, code: NewCode): Promise<boolean> {
  const row: SignInCodeTable = { ...code, tries: 0, consumed_at: null }
  const { email: _, ...changed } = row
  const result = await db
    .insertInto('sign_in_codes')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet(changed)
        .where((old) =>
          old.or([
            old('sign_in_codes.created_at', '<=', code.created_at - RESEND_WAIT_MS),
            old('sign_in_codes.consumed_at', 'is not', null),
          ]),
        ),
    )
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function findCode(db: Db, email: string): Promise<SignInCodeTable | undefined> {
  return db.selectFrom('sign_in_codes').selectAll().where('email', '=', email).executeTakeFirst()
}

/** Takes a code back whose mail could not be sent. */
export async function withdrawCode(db: Db, email: string, id: string): Promise<void> {
  await db.deleteFrom('sign_in_codes').where('email', '=', email).where('id', '=', id).execute()
  await db.deleteFrom('code_mails').where('id', '=', id).execute()
}

/** Counts one try and returns the code to compare with; undefined when none can be tried. */
export async function takeTry(db: Db, email: string, nowMs: number): Promise<SignInCodeTable | undefined> {
  return db
    .updateTable('sign_in_codes')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('email', '=', email)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', nowMs)
    .where('tries', '<', CODE_MAX_TRIES)
    .returningAll()
    .executeTakeFirst()
}

/** true for exactly one caller per code. */
export async function consumeCode(db: Db, code: SignInCodeTable, nowMs: number): Promise<boolean> {
  const result = await db
    .updateTable('sign_in_codes')
    .set({ consumed_at: nowMs })
    .where('email', '=', code.email)
    .where('id', '=', code.id)
    .where('consumed_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** When the address was sent codes since a moment, oldest first. */
export async function findCodeMails(db: Db, email: string, sinceMs: number): Promise<number[]> {
  const rows = await db
    .selectFrom('code_mails')
    .select('sent_at')
    .where('email', '=', email)
    .where('sent_at', '>', sinceMs)
    .orderBy('sent_at')
    .execute()
  return rows.map((row) => row.sent_at)
}

export async function insertCodeMail(db: Db, email: string, codeId: string, nowMs: number): Promise<void> {
  await db.insertInto('code_mails').values({ id: codeId, email, sent_at: nowMs }).execute()
}

/** Forgets what no rule looks at any more. */
export async function deleteOldCodes(db: Db, beforeMs: number): Promise<void> {
  await db.deleteFrom('code_mails').where('sent_at', '<=', beforeMs).execute()
  await db.deleteFrom('sign_in_codes').where('created_at', '<=', beforeMs).execute()
}
