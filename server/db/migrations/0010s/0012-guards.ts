import type { Kysely, Migration } from 'kysely'

/** Limits that hold for a client at all hubs together, and the clock that retention believes (HUB-05, KEEP-08). */
export const guards: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('attempt_counts')
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('window_start', 'bigint', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('attempt_counts_pk', ['subject', 'kind', 'window_start'])
      .execute()
    await db.schema
      .createTable('retention_clock')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('believed_at', 'bigint', (column) => column.notNull())
      .addColumn('round_at', 'bigint', (column) => column.notNull())
      .addColumn('held_ms', 'bigint', (column) => column.notNull())
      .execute()
  },
}
