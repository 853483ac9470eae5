import type { Kysely, Migration } from 'kysely'

/** Proofs of recordings, and the keys of cameras. A proof goes with its recording: what is removed leaves nothing behind. */
export const evidence: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('camera_keys')
      .addColumn('camera_id', 'text', (column) => column.notNull().references('cameras.id').onDelete('cascade'))
      .addColumn('fingerprint', 'text', (column) => column.notNull())
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('first_seen_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('camera_keys_key', ['camera_id', 'fingerprint'])
      .execute()
    await db.schema
      .createTable('clip_proofs')
      .addColumn('video_id', 'text', (column) => column.primaryKey().references('videos.id').onDelete('cascade'))
      .addColumn('camera_id', 'text', (column) => column.notNull().references('cameras.id').onDelete('cascade'))
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('key_fingerprint', 'text')
      .addColumn('sequence', 'bigint')
      .addColumn('statement_hash', 'text')
      .addColumn('camera_proof', 'text')
      .addColumn('hub_key', 'text', (column) => column.notNull())
      .addColumn('receipt', 'text', (column) => column.notNull())
      .addColumn('receipt_signature', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('clip_proofs_by_number')
      .on('clip_proofs')
      .columns(['camera_id', 'key_fingerprint', 'sequence'])
      .unique()
      .execute()
  },
}
