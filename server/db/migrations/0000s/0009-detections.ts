import type { Kysely, Migration } from 'kysely'

/** Who was seen in a recording, and how many people a message tells of. */
export const detections: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('videos').addColumn('detections', 'text').execute()
    await db.schema.alterTable('deliveries').addColumn('person_count', 'integer').execute()
  },
}
