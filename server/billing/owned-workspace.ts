import type { Db } from '../db/schema'
import { notFound } from '../lib/errors'
import { findWorkspaceOf } from '../members/people-rows'
import { requireOwner } from './plan-rules'

/** A workspace that the user may decide for. Rejects with 404 where they are in no such one, with 403 where not its owner. */
export async function ownedWorkspace(db: Db, userId: string, workspaceId: string) {
  const workspace = await findWorkspaceOf(db, userId, workspaceId)
  if (workspace === undefined) throw notFound('workspace')
  requireOwner(workspace.role)
  return workspace
}
