import type { Kysely, Migration } from 'kysely'

/** Links that sign another device in. They go with the membership of who made them, whatever ends that. */
export const pairings: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('pairings')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('redeemed_at', 'bigint')
      .addColumn('device', 'text')
      .addColumn('camera_id', 'text', (column) => column.references('cameras.id').onDelete('set null'))
      .addForeignKeyConstraint(
        'pairings_member',
        ['user_id', 'workspace_id'],
        'memberships',
        ['user_id', 'workspace_id'],
        (key) => key.onDelete('cascade'),
      )
      .execute()
    await db.schema
      .createIndex('pairings_by_workspace')
      .on('pairings')
      .columns(['workspace_id', 'created_at'])
      .execute()
    await db.schema.createIndex('pairings_by_member').on('pairings').columns(['user_id', 'workspace_id']).execute()
    await db.schema.createIndex('pairings_by_camera').on('pairings').column('camera_id').execute()
  },
}
