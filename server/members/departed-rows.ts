import type { Db } from '../db/schema'
import { deleteSessionsOf } from './open-session-rows'
import { lockUser } from './people-rows'

/** Accounts of people who were removed, or left, and are in no other workspace. */
export async function listUsersWithoutWorkspace(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('memberships').select('user_id').whereRef('memberships.user_id', '=', 'users.id'))),
    )
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Takes an account that is in no workspace, with all that is known of its address. Call it inside a transaction. */
export async function forgetUserWithoutWorkspace(db: Db, userId: string): Promise<void> {
  // Whoever signs in at this moment holds it until they are in one; so does who leaves another workspace side by side.
  await lockUser(db, userId)
  const membership = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (membership !== undefined) return
  await deleteSessionsOf(db, 'user_id', userId)
  const address = db.selectFrom('users').select('email').where('id', '=', userId)
  await db.deleteFrom('known_clients').where('email', '=', address).execute()
  await db.deleteFrom('users').where('id', '=', userId).execute()
}
