import type { Kysely, Migration } from 'kysely'

/** What plans are counted by, what each workspace pays for, and what is on its way out. */
export const plans: Migration = { up }

async function up(db: Kysely<unknown>): Promise<void> {
  await createUsage(db)
  await createBilling(db)
  await createRemovals(db)
  await db.schema
    .alterTable('videos')
    .addColumn('is_kept', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}

async function createUsage(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('usage_months')
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
    .addColumn('month_start', 'bigint', (column) => column.notNull())
    .addColumn('recorded_bytes', 'bigint', (column) => column.notNull())
    .addColumn('chats', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('usage_months_pk', ['workspace_id', 'month_start'])
    .execute()
  await countWhatIsThere(db)
}

type BeforeThis = {
  videos: { workspace_id: string; received_at: number; size_bytes: number }
  usage_months: { workspace_id: string; month_start: number; recorded_bytes: number; chats: number }
}

/** Clips of a hub that ran before this table count too. */
async function countWhatIsThere(untyped: Kysely<unknown>): Promise<void> {
  const db = untyped.withTables<BeforeThis>()
  const clips = await db.selectFrom('videos').select(['workspace_id', 'received_at', 'size_bytes']).execute()
  const rows = new Map<string, BeforeThis['usage_months']>()
  for (const { workspace_id, received_at, size_bytes } of clips) {
    const received = new Date(Number(received_at))
    const startMs = Date.UTC(received.getUTCFullYear(), received.getUTCMonth(), 1)
    const key = `${workspace_id} ${startMs}`
    const row = rows.get(key) ?? { workspace_id, month_start: startMs, recorded_bytes: 0, chats: 0 }
    rows.set(key, { ...row, recorded_bytes: row.recorded_bytes + Number(size_bytes) })
  }
  for (const row of rows.values()) await db.insertInto('usage_months').values(row).execute()
}

async function createBilling(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('workspace_billing')
    .addColumn('workspace_id', 'text', (column) => column.primaryKey().references('workspaces.id'))
    .addColumn('tier', 'text', (column) => column.notNull())
    .addColumn('billing_period', 'text', (column) => column.notNull())
    .addColumn('period_end', 'bigint')
    .addColumn('former_tier', 'text')
    .addColumn('former_until', 'bigint')
    .addColumn('stripe_customer_id', 'text', (column) => column.unique())
    .addColumn('stripe_read_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('stripe_events')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('received_at', 'bigint', (column) => column.notNull())
    .execute()
}

async function createRemovals(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('blob_removals')
    .addColumn('blob_key', 'text', (column) => column.primaryKey())
    .addColumn('asked_at', 'bigint', (column) => column.notNull())
    .execute()
}
