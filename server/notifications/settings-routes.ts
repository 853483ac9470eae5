import { type WorkspaceConfig, workspaceConfigCalls } from '../../src/contract/workspace-config'
import type { WorkspaceConfigTable } from '../db/schema'
import type { Handler, Route } from '../http/contract'
import type { Services } from '../hub/services'
import { findWorkspaceConfig } from '../members/people-rows'
import { presentWorkspaceConfig } from '../workspace/workspace-presenter'
import { presentChannelStatus } from './channel-presenter'
import { listChannelStates } from './channel-rows'
import { saveIntegrations, saveNotifications } from './settings'

export function workspaceConfigRoutes(route: Route): void {
  route(workspaceConfigCalls.read, readConfig)
  route(workspaceConfigCalls.setNotifications, setNotifications)
  route(workspaceConfigCalls.setIntegrations, setIntegrations)
}

const readConfig: Handler<typeof workspaceConfigCalls.read> = async (services, { member }) =>
  present(services, await findWorkspaceConfig(services.db, member.workspaceId))

const setNotifications: Handler<typeof workspaceConfigCalls.setNotifications> = async (services, { member, body }) =>
  present(services, await saveNotifications(services, member.workspaceId, body))

const setIntegrations: Handler<typeof workspaceConfigCalls.setIntegrations> = async (services, { member, body }) =>
  present(services, await saveIntegrations(services, member.workspaceId, body))

async function present({ db }: Services, row: WorkspaceConfigTable): Promise<WorkspaceConfig> {
  const channelStatus = presentChannelStatus(await listChannelStates(db, row.workspace_id))
  return { ...presentWorkspaceConfig(row), channelStatus }
}
