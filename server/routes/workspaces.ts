import { planLimits } from '../../src/contract/plans'
import { workspaceCalls } from '../../src/contract/workspace'
import { workspaceConfigCalls } from '../../src/contract/workspace-config'
import { notFound } from '../errors'
import type { Handler, Route } from '../plugins/contract'
import { usageOf } from '../policies'
import { presentWorkspace, presentWorkspaceConfig } from '../presenters/workspace'
import { countCameras } from '../repositories/cameras'
import { findWorkspaceConfig, findWorkspaceOf } from '../repositories/people'
import { sumVideos } from '../repositories/videos'

export function workspaceRoutes(route: Route): void {
  route(workspaceCalls.usage, workspaceUsage)
  route(workspaceCalls.one, oneWorkspace)
  route(workspaceConfigCalls.read, readConfig)
}

/** This version delivers no messages and has no assistant: none of either are used. */
const workspaceUsage: Handler<typeof workspaceCalls.usage> = async ({ db }, { member }) => {
  const limits = planLimits[member.tier]
  const { sizeBytes } = await sumVideos(db, member.workspaceId)
  return {
    storage: usageOf(sizeBytes, limits.storageBytes),
    notifications: usageOf(0, limits.notificationsPerMonth),
    aiChats: usageOf(0, limits.chatsPerMonth),
    cameras: usageOf(await countCameras(db, member.workspaceId), limits.cameras),
  }
}

const oneWorkspace: Handler<typeof workspaceCalls.one> = async ({ db, clock }, { member, params }) => {
  const workspace = await findWorkspaceOf(db, member.userId, params.workspaceId)
  if (workspace === undefined) throw notFound('workspace')
  return presentWorkspace(workspace, clock.now())
}

const readConfig: Handler<typeof workspaceConfigCalls.read> = async ({ db }, { member }) =>
  presentWorkspaceConfig(await findWorkspaceConfig(db, member.workspaceId))
