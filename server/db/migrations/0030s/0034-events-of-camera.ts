import type { Kysely, Migration } from 'kysely'

/** The newest event of a camera is asked for again and again (MQTT-04): by this index it is one step, however many there are. */
export const eventsOfCamera: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.createIndex('events_of_camera').on('events').columns(['camera_id', 'created_at', 'id']).execute()
    // That begins with the same column (migration 0013).
    await db.schema.dropIndex('events_by_camera').execute()
  },
}
