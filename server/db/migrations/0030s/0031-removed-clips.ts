import type { Kysely, Migration } from 'kysely'

/** Clips whose recording was removed, so that a repeat of the upload does not bring it back. */
export const removedClips: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('removed_clips')
      .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id').onDelete('cascade'))
      .addColumn('clip_id', 'text', (column) => column.notNull())
      .addColumn('video_id', 'text', (column) => column.notNull())
      .addColumn('removed_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('removed_clips_pk', ['workspace_id', 'clip_id'])
      .execute()
    await db.schema.createIndex('removed_clips_by_time').on('removed_clips').column('removed_at').execute()
  },
}
