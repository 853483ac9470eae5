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
