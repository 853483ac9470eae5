import type { Kysely, Migration } from 'kysely'

/** Clips that the plan had no room for, and the event that tells of each: a clip that comes after all joins it. */
export const refusedClips: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('refused_clips')
      .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id').onDelete('cascade'))
      .addColumn('clip_id', 'text', (column) => column.notNull())
      .addColumn('event_id', 'text', (column) => column.notNull().references('events.id').onDelete('cascade'))
      .addColumn('refused_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('refused_clips_pk', ['workspace_id', 'clip_id'])
      .execute()
    // Asked by the removal of an event.
    await db.schema.createIndex('refused_clips_by_event').on('refused_clips').column('event_id').execute()
    await db.schema.createIndex('refused_clips_by_time').on('refused_clips').column('refused_at').execute()
  },
}
