import type { Kysely, Migration } from 'kysely'

/** Whether a camera may be looked through now; those that are there already may. */
export const liveView: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('cameras')
      .addColumn('is_live_allowed', 'integer', (column) => column.notNull().defaultTo(1))
      .execute()
  },
}
