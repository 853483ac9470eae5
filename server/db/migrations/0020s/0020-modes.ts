import type { Kysely, Migration } from 'kysely'

/** What a workspace was set to, from when on: one row a change, the latest holds. */
export const modes: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('mode_eras')
      .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id').onDelete('cascade'))
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('from_at', 'bigint', (column) => column.notNull())
      .addColumn('settings', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('mode_eras_of_workspace', ['workspace_id', 'position'])
      .execute()
  },
}
