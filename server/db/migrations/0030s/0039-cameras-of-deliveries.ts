import type { Kysely, Migration } from 'kysely'

/** Of which camera a message tells, so that its link leads to it. Those that wait lead to their moment alone. */
export const camerasOfDeliveries: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('deliveries').addColumn('camera_id', 'text').execute()
  },
}
