import type { Kysely, Migration } from 'kysely'

/** Cameras that were removed keep their row, which their recordings and events name. */
export const removal: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('cameras').addColumn('removed_at', 'bigint').execute()
  },
}
