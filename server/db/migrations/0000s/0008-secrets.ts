import type { Kysely, Migration } from 'kysely'

/** What the hubs on one database must have in common to read each other's tokens and links. */
export const secrets: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('hub_secrets')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute()
  },
}
