import { type Kysely, type Migration, sql } from 'kysely'

/** What and where each session is, for the list of signed-in devices. What began before has no more to say than when. */
export const sessionDevices: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('sessions')
      .addColumn('device', 'text', (column) => column.notNull().defaultTo('Unknown browser'))
      .execute()
    await db.schema
      .alterTable('sessions')
      .addColumn('network', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    await db.schema
      .alterTable('sessions')
      .addColumn('started_by', 'text', (column) => column.notNull().defaultTo('code'))
      .execute()
    await db.schema
      .alterTable('sessions')
      .addColumn('last_seen_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()
    await sql`
      update sessions set last_seen_at = coalesce(
        (select max(created_at) from refresh_tokens where refresh_tokens.session_id = sessions.id),
        sessions.created_at
      )`.execute(db)
  },
}
