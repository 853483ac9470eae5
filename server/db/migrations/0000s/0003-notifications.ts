import type { Kysely, Migration } from 'kysely'

/** What is told, to whom, and how far it has come. */
export const notifications: Migration = { up }

async function up(db: Kysely<unknown>): Promise<void> {
  await createIncidents(db)
  await createOutages(db)
  await createDeliveries(db)
  await createChannels(db)
}

async function createIncidents(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('incidents')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id').onDelete('cascade'))
    .addColumn('camera_id', 'text', (column) => column.notNull().references('cameras.id').onDelete('cascade'))
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('last_at', 'bigint', (column) => column.notNull())
    .addColumn('told_at', 'bigint', (column) => column.notNull())
    .addColumn('untold_count', 'integer', (column) => column.notNull())
    .addColumn('untold_from', 'bigint')
    .addColumn('untold_to', 'bigint')
    .addColumn('thumbnail_key', 'text')
    .addColumn('digest_due_at', 'bigint')
    .execute()
  await db.schema.createIndex('incidents_latest').on('incidents').columns(['camera_id', 'type', 'last_at']).execute()
  await db.schema.createIndex('incidents_by_digest').on('incidents').column('digest_due_at').execute()
}

async function createOutages(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('outages')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id').onDelete('cascade'))
    .addColumn('camera_id', 'text', (column) => column.notNull().references('cameras.id').onDelete('cascade'))
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('stay_ms', 'bigint', (column) => column.notNull())
    .addColumn('back_since', 'bigint')
    .addColumn('ended_at', 'bigint')
    .addColumn('is_told', 'integer', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('outages_by_camera').on('outages').columns(['camera_id', 'ended_at']).execute()
  await db.schema.createIndex('outages_by_end').on('outages').column('ended_at').execute()
  await db.schema
    .createTable('outage_watch')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('since_at', 'bigint', (column) => column.notNull())
    .addColumn('round_at', 'bigint', (column) => column.notNull())
    .execute()
}

async function createDeliveries(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('deliveries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id').onDelete('cascade'))
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('event_type', 'text')
    .addColumn('camera_name', 'text', (column) => column.notNull())
    .addColumn('camera_location', 'text', (column) => column.notNull())
    .addColumn('occurred_at', 'bigint', (column) => column.notNull())
    .addColumn('from_at', 'bigint', (column) => column.notNull())
    .addColumn('event_count', 'integer', (column) => column.notNull())
    .addColumn('thumbnail_key', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('claim', 'text')
    .addColumn('delivered_at', 'bigint')
    .addColumn('problem', 'text')
    .execute()
  await db.schema.createIndex('deliveries_due').on('deliveries').columns(['state', 'due_at']).execute()
  await db.schema.createIndex('deliveries_by_age').on('deliveries').column('created_at').execute()
  await db.schema
    .createIndex('deliveries_of_channel')
    .on('deliveries')
    .columns(['workspace_id', 'channel', 'state'])
    .execute()
  await db.schema
    .createIndex('deliveries_of_month')
    .on('deliveries')
    .columns(['workspace_id', 'delivered_at'])
    .execute()
}

async function createChannels(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('channel_states')
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id').onDelete('cascade'))
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('held_until', 'bigint', (column) => column.notNull())
    .addColumn('failed_at', 'bigint', (column) => column.notNull())
    .addColumn('problem', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('channel_states_pk', ['workspace_id', 'channel'])
    .execute()
  await db.schema
    .createTable('channel_tests')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id').onDelete('cascade'))
    .addColumn('sent_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('channel_tests_by_workspace')
    .on('channel_tests')
    .columns(['workspace_id', 'sent_at'])
    .execute()
}
