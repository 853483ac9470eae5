import type { Kysely, Migration } from 'kysely'

/** Good news that devices of cameras told of, each once. */
export const senses: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('camera_notices')
      .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id').onDelete('cascade'))
      .addColumn('notice_id', 'text', (column) => column.notNull())
      .addColumn('camera_id', 'text', (column) => column.notNull().references('cameras.id').onDelete('cascade'))
      .addColumn('received_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('camera_notices_pk', ['workspace_id', 'notice_id'])
      .execute()
    await db.schema
      .createIndex('camera_notices_by_camera')
      .on('camera_notices')
      .columns(['camera_id', 'received_at'])
      .execute()
  },
}
