import type { Kysely, Migration } from 'kysely'

/** Conversations with the assistant. A message and its answer are one row. */
export const chats: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('chats')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('chats_in_order', ['workspace_id', 'position'])
      .execute()
    await db.schema
      .createTable('chat_messages')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('chat_id', 'text', (column) => column.notNull().references('chats.id'))
      .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
      .addColumn('message', 'text', (column) => column.notNull())
      .addColumn('sent_at', 'bigint', (column) => column.notNull())
      .addColumn('answer', 'text')
      .addColumn('answered_at', 'bigint')
      .addColumn('answer_position', 'integer')
      .execute()
    await db.schema
      .createIndex('chat_messages_in_order')
      .on('chat_messages')
      .columns(['chat_id', 'answer_position'])
      .execute()
    await db.schema
      .createIndex('chat_messages_waiting')
      .on('chat_messages')
      .columns(['answered_at', 'sent_at'])
      .execute()
  },
}
