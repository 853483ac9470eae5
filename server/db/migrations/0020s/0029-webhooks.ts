import type { Kysely, Migration } from 'kysely'

/** Addresses that the hub calls when something happened. They go with the membership of who made them. */
export const webhooks: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('webhooks')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('url', 'text', (column) => column.notNull())
      .addColumn('sealed_secret', 'text', (column) => column.notNull())
      .addColumn('kinds', 'text', (column) => column.notNull())
      .addColumn('camera_ids', 'text')
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('failures', 'integer', (column) => column.notNull())
      .addColumn('failing_since', 'bigint')
      .addColumn('held_until', 'bigint', (column) => column.notNull())
      .addColumn('problem', 'text')
      .addForeignKeyConstraint(
        'webhooks_member',
        ['user_id', 'workspace_id'],
        'memberships',
        ['user_id', 'workspace_id'],
        (key) => key.onDelete('cascade'),
      )
      .execute()
    await db.schema
      .createIndex('webhooks_by_workspace')
      .on('webhooks')
      .columns(['workspace_id', 'created_at'])
      .execute()
    await db.schema.createIndex('webhooks_by_member').on('webhooks').columns(['user_id', 'workspace_id']).execute()
    await db.schema
      .createTable('webhook_deliveries')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('webhook_id', 'text', (column) => column.notNull().references('webhooks.id').onDelete('cascade'))
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('data', 'text', (column) => column.notNull())
      .addColumn('occurred_at', 'bigint', (column) => column.notNull())
      .addColumn('thumbnail_key', 'text')
      .addColumn('film_key', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('tries', 'integer', (column) => column.notNull())
      .addColumn('claim', 'text')
      .addColumn('tried_at', 'bigint')
      .addColumn('status', 'integer')
      .addColumn('took_ms', 'integer')
      .addColumn('problem', 'text')
      .execute()
    await db.schema
      .createIndex('webhook_deliveries_by_webhook')
      .on('webhook_deliveries')
      .columns(['webhook_id', 'created_at'])
      .execute()
    await db.schema
      .createIndex('webhook_deliveries_by_state')
      .on('webhook_deliveries')
      .columns(['state', 'due_at'])
      .execute()
  },
}
