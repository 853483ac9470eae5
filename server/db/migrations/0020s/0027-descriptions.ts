import type { Kysely, Migration } from 'kysely'

/** What a language model says that events show; no camera's events are described before its owner says so. */
export const descriptions: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('cameras')
      .addColumn('is_described', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema
      .createTable('event_descriptions')
      .addColumn('event_id', 'text', (column) => column.primaryKey().references('events.id').onDelete('cascade'))
      .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id').onDelete('cascade'))
      .addColumn('camera_id', 'text', (column) => column.notNull().references('cameras.id').onDelete('cascade'))
      .addColumn('video_id', 'text', (column) => column.notNull().references('videos.id').onDelete('cascade'))
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('stills', 'text')
      .addColumn('text', 'text')
      .addColumn('search_text', 'text')
      .addColumn('model', 'text')
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('claim', 'text')
      .addColumn('happened_at', 'bigint', (column) => column.notNull())
      .addColumn('queued_at', 'bigint', (column) => column.notNull())
      .execute()
    const indexes = [
      ['event_descriptions_by_workspace', ['workspace_id', 'state']],
      ['event_descriptions_by_camera', ['camera_id', 'state']],
      ['event_descriptions_by_video', ['video_id']],
      ['event_descriptions_by_state', ['state', 'due_at']],
    ] as const
    for (const [name, columns] of indexes)
      await db.schema
        .createIndex(name)
        .on('event_descriptions')
        .columns([...columns])
        .execute()
    await db.schema
      .createTable('description_hours')
      .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id').onDelete('cascade'))
      .addColumn('hour_start', 'bigint', (column) => column.notNull())
      .addColumn('asked', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('description_hours_pk', ['workspace_id', 'hour_start'])
      .execute()
  },
}
