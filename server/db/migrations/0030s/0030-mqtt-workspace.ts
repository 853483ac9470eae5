import type { Kysely, Migration } from 'kysely'

/** Which workspace the broker is told of. It stays where that is gone, so that none takes its place: no reference. */
export const mqttWorkspace: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('mqtt_workspace')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .execute()
  },
}
