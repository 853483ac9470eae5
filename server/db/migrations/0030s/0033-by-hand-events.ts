import type { Kysely, Migration } from 'kysely'

/** Which events are of clips that somebody who looked had recorded: until now only their words told. */
export const byHandEvents: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('events')
      .addColumn('is_by_hand', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
