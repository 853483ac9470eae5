import type { Kysely, Migration } from 'kysely'

/** Clips that others watch by a link. A share goes with its clip; whoever made it may leave. */
export const shares: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('shares')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id').onDelete('cascade'))
      .addColumn('video_id', 'text', (column) => column.notNull().references('videos.id').onDelete('cascade'))
      .addColumn('created_by', 'text', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('description', 'text', (column) => column.notNull())
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('sealed_token', 'text', (column) => column.notNull())
      .addColumn('password_hash', 'text')
      .addColumn('is_public', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('views', 'integer', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('shares_by_workspace').on('shares').columns(['workspace_id', 'created_at']).execute()
    await db.schema.createIndex('shares_by_video').on('shares').columns(['video_id', 'expires_at']).execute()
    await db.schema.createIndex('shares_by_maker').on('shares').column('created_by').execute()
    await db.schema.createIndex('shares_by_end').on('shares').column('expires_at').execute()
  },
}
