import type { Kysely, Migration } from 'kysely'

export const first: Migration = { up }

async function up(db: Kysely<unknown>): Promise<void> {
  await createPeople(db)
  await createSignIn(db)
  await createCameras(db)
  await createRecordings(db)
}

async function createPeople(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('workspaces')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('tier', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('memberships')
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('memberships_pk', ['user_id', 'workspace_id'])
    .execute()
  await createWorkspaceConfigs(db)
}

async function createWorkspaceConfigs(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('workspace_configs')
    .addColumn('workspace_id', 'text', (column) => column.primaryKey().references('workspaces.id'))
    .addColumn('notify_on_motion', 'integer', (column) => column.notNull())
    .addColumn('notify_on_person', 'integer', (column) => column.notNull())
    .addColumn('notify_on_alert', 'integer', (column) => column.notNull())
    .addColumn('notify_on_error', 'integer', (column) => column.notNull())
    .addColumn('email_enabled', 'integer', (column) => column.notNull())
    .addColumn('notify_email', 'text')
    .addColumn('slack_enabled', 'integer', (column) => column.notNull())
    .addColumn('notify_slack_webhook', 'text')
    .addColumn('discord_enabled', 'integer', (column) => column.notNull())
    .addColumn('notify_discord_webhook', 'text')
    .addColumn('sms_enabled', 'integer', (column) => column.notNull())
    .addColumn('notify_sms_number', 'text')
    .execute()
}

async function createSignIn(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sign_in_codes')
    .addColumn('email', 'text', (column) => column.primaryKey())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('consumed_at', 'bigint')
    .execute()
  await db.schema
    .createTable('code_mails')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('sent_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('code_mails_by_time').on('code_mails').column('sent_at').execute()
  await db.schema.createIndex('sign_in_codes_by_time').on('sign_in_codes').column('created_at').execute()
  await db.schema.createIndex('code_mails_by_email').on('code_mails').columns(['email', 'sent_at']).execute()
  await createSessions(db)
}

async function createSessions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('revoked_at', 'bigint')
    .execute()
  await db.schema
    .createTable('refresh_tokens')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('session_id', 'text', (column) => column.notNull().references('sessions.id'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('rotated_at', 'bigint')
    .execute()
  await db.schema.createIndex('refresh_tokens_by_session').on('refresh_tokens').column('session_id').execute()
}

async function createCameras(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('cameras')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('location', 'text', (column) => column.notNull())
    .addColumn('device_id', 'text', (column) => column.notNull())
    .addColumn('device_label', 'text', (column) => column.notNull())
    .addColumn('is_motion_enabled', 'integer', (column) => column.notNull())
    .addColumn('is_audio_enabled', 'integer', (column) => column.notNull())
    .addColumn('motion_sensitivity', 'integer')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_snapshot_at', 'bigint')
    .addColumn('snapshot_version', 'text')
    .addUniqueConstraint('cameras_in_order', ['workspace_id', 'position'])
    .execute()
}

async function createRecordings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('videos')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
    .addColumn('camera_id', 'text', (column) => column.notNull().references('cameras.id'))
    .addColumn('clip_id', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('media_type', 'text', (column) => column.notNull())
    .addColumn('event_type', 'text', (column) => column.notNull())
    .addColumn('quality', 'text', (column) => column.notNull())
    .addColumn('size_bytes', 'bigint', (column) => column.notNull())
    .addColumn('has_audio', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('received_at', 'bigint', (column) => column.notNull())
    .addColumn('blob_key', 'text', (column) => column.notNull())
    .addColumn('thumbnail_key', 'text')
    .addUniqueConstraint('videos_one_per_clip', ['workspace_id', 'clip_id'])
    .execute()
  await db.schema.createIndex('videos_sizes').on('videos').columns(['workspace_id', 'size_bytes']).execute()
  await db.schema.createIndex('videos_newest').on('videos').columns(['workspace_id', 'created_at', 'id']).execute()
  await createEvents(db)
}

async function createEvents(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('events')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
    .addColumn('camera_id', 'text', (column) => column.notNull().references('cameras.id'))
    .addColumn('video_id', 'text', (column) => column.references('videos.id'))
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('events_newest').on('events').columns(['workspace_id', 'created_at', 'id']).execute()
  await db.schema.createIndex('events_by_video').on('events').column('video_id').execute()
}
