import type { Kysely, Migration } from 'kysely'

/** Tokens for programs. They go with the membership of who made them, whatever ends that. */
export const apiTokens: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('api_tokens')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('scopes', 'text', (column) => column.notNull())
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('last_used_at', 'bigint')
      .addForeignKeyConstraint(
        'api_tokens_member',
        ['user_id', 'workspace_id'],
        'memberships',
        ['user_id', 'workspace_id'],
        (key) => key.onDelete('cascade'),
      )
      .execute()
    await db.schema.createIndex('api_tokens_by_workspace').on('api_tokens').column('workspace_id').execute()
    await db.schema.createIndex('api_tokens_by_member').on('api_tokens').columns(['user_id', 'workspace_id']).execute()
  },
}
