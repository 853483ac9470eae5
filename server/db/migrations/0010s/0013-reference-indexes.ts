import type { Kysely, Migration } from 'kysely'

/**
 * A row that goes is looked for in every table that may refer to it: without these, removing a workspace read the rows of all
 * others, once for each of its cameras.
 */
export const referenceIndexes: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const [table, column] of references) {
      await db.schema
        .createIndex(`${table}_by_${column.replace('_id', '')}`)
        .on(table)
        .column(column)
        .execute()
    }
  },
}

const references = [
  ['videos', 'camera_id'],
  ['events', 'camera_id'],
  ['sessions', 'workspace_id'],
  ['sessions', 'user_id'],
  ['chat_messages', 'workspace_id'],
  ['memberships', 'workspace_id'],
  ['incidents', 'workspace_id'],
  ['outages', 'workspace_id'],
] as const
