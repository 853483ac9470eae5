import type { Role } from '../../src/contract/members'
import type { Db } from '../db/schema'
import { notFound, ownerOnly } from '../lib/errors'
import { findWorkspaceOf } from './people-rows'

/** Who is in a workspace, what it pays and whether it stays is for its owner to decide. */
export function requireOwner(role: Role): void {
  if (role !== 'owner') throw ownerOnly()
}

/** A workspace that the user may decide for. Rejects with 404 where they are in no such one, with 403 where not its owner. */
export async function ownedWorkspace(db: Db, userId: string, workspaceId: string) {
  const workspace = await findWorkspaceOf(db, userId, workspaceId)
  if (workspace === undefined) throw notFound('workspace')
  requireOwner(workspace.role)
  return workspace
}
