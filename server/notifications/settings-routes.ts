import { eventCalls } from '../../src/contract/event'
import { type WorkspaceConfig, workspaceConfigCalls } from '../../src/contract/workspace-config'
import type { WorkspaceConfigTable } from '../db/schema'
import type { Handler, Route } from '../http/contract'
import { listChannelStates } from './channel-rows'
import type { NotificationServices } from './services'
import { saveIntegrations, saveNotifications } from './settings'
import { presentChannelStatus, presentWorkspaceConfig } from './settings-presenter'
import { findWorkspaceConfig } from './settings-rows'
import { testChannel } from './test-channel'

export function workspaceConfigRoutes(route: Route<NotificationServices>): void {
  route(workspaceConfigCalls.read, readConfig)
  route(workspaceConfigCalls.setNotifications, setNotifications)
  route(workspaceConfigCalls.setIntegrations, setIntegrations)
}

const readConfig: Handler<typeof workspaceConfigCalls.read, NotificationServices> = async (services, { member }) =>
  present(services, await findWorkspaceConfig(services.db, member.workspaceId))

const setNotifications: Handler<typeof workspaceConfigCalls.setNotifications, NotificationServices> = async (
  services,
  { member, body },
) => present(services, await saveNotifications(services, member.workspaceId, body))

const setIntegrations: Handler<typeof workspaceConfigCalls.setIntegrations, NotificationServices> = async (
  services,
  { member, body },
) => present(services, await saveIntegrations(services, member.workspaceId, body))

async function present({ db, config }: NotificationServices, row: WorkspaceConfigTable): Promise<WorkspaceConfig> {
  const channelStatus = presentChannelStatus(await listChannelStates(db, row.workspace_id), config.smtpUrl === null)
  return { ...presentWorkspaceConfig(row), channelStatus }
}

export function notificationTestRoutes(route: Route<NotificationServices>): void {
  route(eventCalls.test, sendTest)
}

const sendTest: Handler<typeof eventCalls.test, NotificationServices> = async (services, { member, body }) => {
  const { workspaceId, email } = member
  await testChannel(services, { workspaceId, askedBy: email, channel: body.type, typed: body.connectionValue })
  return {}
}
