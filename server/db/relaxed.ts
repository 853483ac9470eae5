import { SqliteAdapter, sql } from 'kysely'
import type { Db } from './schema'

/**
 * Runs a statement that may be lost with the power, such as when a camera was last seen: its commit does not wait for
 * the disk. SQLite writes on the hub's one thread, so that 400 such waits a second held up everything else; PostgreSQL
 * waits by itself, and for many commits at once. A later commit that does wait makes these durable too. Call it
 * outside of transactions.
 */
export async function relaxed<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  if (!(db.getExecutor().adapter instanceof SqliteAdapter)) return work(db)
  return db.connection().execute(async (connection) => {
    await sql`PRAGMA synchronous = NORMAL`.execute(connection)
    try {
      return await work(connection)
    } finally {
      await sql`PRAGMA synchronous = FULL`.execute(connection)
    }
  })
}
