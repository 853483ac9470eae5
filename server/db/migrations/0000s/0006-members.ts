import type { Kysely, Migration } from 'kysely'

/** Members by invitation, sign-in codes per client, and the hashes of stored clips. */
export const members: Migration = { up }

async function up(db: Kysely<unknown>): Promise<void> {
  await createInvitations(db)
  await bindCodesToClients(db)
  await db.schema.alterTable('videos').addColumn('sha256', 'text').execute()
}

async function createInvitations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('invitations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id').onDelete('cascade'))
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('invited_by', 'text', (column) => column.notNull())
    .addColumn('sent_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('invitations_address', ['workspace_id', 'email'])
    .execute()
  await db.schema.createIndex('invitations_by_email').on('invitations').column('email').execute()
}

/** Codes live ten minutes: those of before the upgrade are forgotten, and their owners ask again. */
async function bindCodesToClients(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('sign_in_codes').execute()
  await db.schema
    .createTable('sign_in_codes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('client', 'text', (column) => column.notNull())
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('foreign_tries', 'integer', (column) => column.notNull())
    .addColumn('consumed_at', 'bigint')
    .addUniqueConstraint('sign_in_codes_client', ['email', 'client'])
    .execute()
  await db.schema.createIndex('sign_in_codes_by_time').on('sign_in_codes').column('created_at').execute()
  await db.schema
    .alterTable('code_mails')
    .addColumn('client', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema
    .createTable('known_clients')
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('client', 'text', (column) => column.notNull())
    .addColumn('signed_in_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('known_clients_pk', ['email', 'client'])
    .execute()
}
