import type { Kysely, Migration } from 'kysely'

/** Alerts that cameras told of, each once, and what the message of an alert is about. */
export const alerts: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('camera_alerts')
      .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id').onDelete('cascade'))
      .addColumn('alert_id', 'text', (column) => column.notNull())
      .addColumn('camera_id', 'text', (column) => column.notNull().references('cameras.id').onDelete('cascade'))
      .addColumn('event_id', 'text', (column) => column.notNull().references('events.id').onDelete('cascade'))
      .addColumn('received_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('camera_alerts_pk', ['workspace_id', 'alert_id'])
      .execute()
    await db.schema
      .createIndex('camera_alerts_by_camera')
      .on('camera_alerts')
      .columns(['camera_id', 'received_at'])
      .execute()
    await db.schema.createIndex('camera_alerts_by_event').on('camera_alerts').column('event_id').execute()
    await db.schema.alterTable('deliveries').addColumn('alert_kind', 'text').execute()
  },
}
