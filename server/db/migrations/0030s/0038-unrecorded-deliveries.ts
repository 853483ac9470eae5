import type { Kysely, Migration } from 'kysely'

/** Why there is no recording of what a message tells: until now only the event said so. */
export const unrecordedDeliveries: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('deliveries').addColumn('unrecorded_why', 'text').execute()
  },
}
