import { type RawBuilder, SqliteAdapter, sql } from 'kysely'
import type { Db } from './schema'

/** Holds for every row. PostgreSQL reads the setting when the statement's transaction commits, and forgets it then. */
const offOnCommit = sql<boolean>`set_config('synchronous_commit', 'off', true) = 'off'`

/**
 * Runs a statement that may be lost with the power, such as when a camera was last seen: its commit does not wait for
 * the disk. SQLite writes on the hub's one thread, and on PostgreSQL a clip's commit would queue behind theirs. A later
 * commit that does wait makes these durable too. Call it outside of transactions, and put the condition that `work` gets
 * into the statement's `where`: a statement of its own for it would cost more than the write.
 */
export async function relaxed<Result>(
  db: Db,
  work: (db: Db, condition: RawBuilder<boolean>) => Promise<Result>,
): Promise<Result> {
  if (!(db.getExecutor().adapter instanceof SqliteAdapter)) return work(db, offOnCommit)
  return db.connection().execute(async (connection) => {
    await sql`PRAGMA synchronous = NORMAL`.execute(connection)
    try {
      return await work(connection, sql<boolean>`true`)
    } finally {
      await sql`PRAGMA synchronous = FULL`.execute(connection)
    }
  })
}
