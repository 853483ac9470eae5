import type { Kysely, Migration } from 'kysely'

/** How many mails have said since the last downgrade which recordings go. */
export const formerPlanMails: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('workspace_billing')
      .addColumn('former_mails', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
