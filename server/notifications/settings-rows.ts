import type { Db, WorkspaceConfigTable } from '../db/schema'
import { notFound } from '../lib/errors'

export type ConfigChange = Partial<Omit<WorkspaceConfigTable, 'workspace_id'>>

export async function findWorkspaceConfig(db: Db, workspaceId: string): Promise<WorkspaceConfigTable> {
  return db
    .selectFrom('workspace_configs')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow(() => notFound('workspace'))
}

/** Returns the whole row as it is afterwards. */
export async function updateWorkspaceConfig(
  db: Db,
  workspaceId: string,
  change: ConfigChange,
): Promise<WorkspaceConfigTable> {
  return db
    .updateTable('workspace_configs')
    .set(change)
    .where('workspace_id', '=', workspaceId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The settings of a new workspace. Call it in the transaction that makes the workspace. */
export async function insertFirstConfig(db: Db, workspaceId: string, email: string): Promise<void> {
  await db.insertInto('workspace_configs').values(firstConfig(workspaceId, email)).execute()
}

/** Defaults of NOTIF-14; mails go to the address of the sign-in. */
function firstConfig(workspaceId: string, email: string): WorkspaceConfigTable {
  return {
    workspace_id: workspaceId,
    notify_on_motion: 1,
    notify_on_person: 1,
    notify_on_alert: 1,
    notify_on_error: 0,
    notify_on_animal: 1,
    notify_on_vehicle: 1,
    email_enabled: 1,
    notify_email: email,
    slack_enabled: 0,
    notify_slack_webhook: null,
    discord_enabled: 0,
    notify_discord_webhook: null,
    sms_enabled: 0,
    notify_sms_number: null,
  }
}
