import type { Kysely, Migration } from 'kysely'

/** Which of the last minutes' events the broker was told, for the hub that goes on where another ended. */
export const mqttTold: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('mqtt_told')
      .addColumn('workspace_id', 'text', (column) =>
        column.primaryKey().references('workspaces.id').onDelete('cascade'),
      )
      .addColumn('event_ids', 'text', (column) => column.notNull())
      .execute()
  },
}
