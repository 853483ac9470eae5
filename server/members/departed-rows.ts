import type { Db } from '../db/schema'
import { deleteSessionsOf } from './open-session-rows'
import { lockUser } from './people-rows'

/** Accounts that are in no workspace: their people were removed, or left. Whoever is invited goes on with theirs. */
function departed(db: Db) {
  return db
    .selectFrom('users')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('memberships').select('user_id').whereRef('memberships.user_id', '=', 'users.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('invitations').select('id').whereRef('invitations.email', '=', 'users.email'))),
    )
}

export async function listDeparted(db: Db): Promise<string[]> {
  const rows = await departed(db).select('users.id').orderBy('users.id').execute()
  return rows.map(({ id }) => id)
}

/** Takes an account that is in no workspace, with all that is known of its address. Call it inside a transaction. */
export async function forgetIfDeparted(db: Db, userId: string): Promise<void> {
  // Whoever signs in at this moment holds it until they are in one; so does who leaves another workspace side by side.
  await lockUser(db, userId)
  const user = await departed(db).select('users.email').where('users.id', '=', userId).executeTakeFirst()
  if (user === undefined) return
  await deleteSessionsOf(db, 'user_id', userId)
  await db.deleteFrom('known_clients').where('email', '=', user.email).execute()
  await db.deleteFrom('users').where('id', '=', userId).execute()
}
