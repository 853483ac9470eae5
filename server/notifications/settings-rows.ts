import type { Db, WorkspaceConfigTable } from '../db/schema'

export type ConfigChange = Partial<Omit<WorkspaceConfigTable, 'workspace_id'>>

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
