import type { Kysely, Migration } from 'kysely'

/** Browsers that get pushes, and what a push needs to know of its message. */
export const push: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('push_subscriptions')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('session_id', 'text', (column) =>
        column.notNull().unique().references('sessions.id').onDelete('cascade'),
      )
      .addColumn('endpoint', 'text', (column) => column.notNull().unique())
      .addColumn('p256dh', 'text', (column) => column.notNull())
      .addColumn('auth', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('last_pushed_at', 'bigint')
      .addForeignKeyConstraint(
        'push_subscriptions_member',
        ['user_id', 'workspace_id'],
        'memberships',
        ['user_id', 'workspace_id'],
        (key) => key.onDelete('cascade'),
      )
      .execute()
    await db.schema
      .createIndex('push_subscriptions_by_member')
      .on('push_subscriptions')
      .columns(['user_id', 'workspace_id'])
      .execute()
    await db.schema
      .createIndex('push_subscriptions_by_workspace')
      .on('push_subscriptions')
      .column('workspace_id')
      .execute()
    await db.schema.alterTable('deliveries').addColumn('tag', 'text').execute()
    await db.schema.alterTable('deliveries').addColumn('snoozed_at', 'bigint').execute()
  },
}
