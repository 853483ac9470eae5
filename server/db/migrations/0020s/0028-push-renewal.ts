import type { Kysely, Migration } from 'kysely'

/** What a browser renews its subscription with, and subscriptions that wait for that. */
export const pushRenewal: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('push_subscriptions').addColumn('renewal_hash', 'text').execute()
    await db.schema.alterTable('push_subscriptions').addColumn('gone_at', 'bigint').execute()
    await db.schema
      .createIndex('push_subscriptions_by_renewal')
      .unique()
      .on('push_subscriptions')
      .column('renewal_hash')
      .execute()
  },
}
