import type { Kysely, Migration } from 'kysely'

/**
 * Who asked: a question that leans on those before it leans on its asker's own. Messages of before have none, as the
 * members of then may be others. Whoever asked may leave.
 */
export const chatAskers: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('chat_messages')
      .addColumn('asked_by', 'text', (column) => column.references('users.id').onDelete('set null'))
      .execute()
    await db.schema.createIndex('chat_messages_by_asker').on('chat_messages').column('asked_by').execute()
  },
}
