import {
  type Channel,
  channel,
  type IntegrationSettings,
  type NotificationSettings,
} from '../../src/contract/workspace-config'
import type { Ground } from '../db/ground'
import type { WorkspaceConfigTable } from '../db/schema'
import { lockWorkspace } from '../members/people-rows'
import { type AddressField, type AddressServices, checkedAddress } from './addresses'
import { clearChannelState } from './channel-rows'
import { settingsOf } from './channels'
import { type ConfigChange, findWorkspaceConfig, updateWorkspaceConfig } from './settings-rows'

type SettingsServices = Pick<Ground, 'db'> & AddressServices

export async function saveNotifications(
  { db }: SettingsServices,
  workspaceId: string,
  settings: NotificationSettings,
): Promise<WorkspaceConfigTable> {
  const { notifyOnAnimal, notifyOnVehicle } = settings
  return updateWorkspaceConfig(db, workspaceId, {
    notify_on_motion: Number(settings.notifyOnMotion),
    notify_on_person: Number(settings.notifyOnPerson),
    notify_on_alert: Number(settings.notifyOnAlert),
    notify_on_error: Number(settings.notifyOnError),
    // An app that does not know these leaves them as they are.
    ...(notifyOnAnimal !== undefined && { notify_on_animal: Number(notifyOnAnimal) }),
    ...(notifyOnVehicle !== undefined && { notify_on_vehicle: Number(notifyOnVehicle) }),
  })
}

/**
 * Saves all channels. Only an address that changes is checked: each change sends all of them, and one that was saved
 * under other rules must not stand in the way of the others. A channel that changes begins anew.
 */
export async function saveIntegrations(
  services: SettingsServices,
  workspaceId: string,
  settings: IntegrationSettings,
): Promise<WorkspaceConfigTable> {
  return services.db.transaction().execute(async (transaction) => {
    await lockWorkspace(transaction, workspaceId)
    const before = await findWorkspaceConfig(transaction, workspaceId)
    const after = await updateWorkspaceConfig(transaction, workspaceId, changeOf(services, settings, before))
    for (const of of channel.options) {
      if (!isSame(before, after, of)) await clearChannelState(transaction, { workspaceId, channel: of })
    }
    return after
  })
}

function changeOf(
  services: AddressServices,
  settings: IntegrationSettings,
  before: WorkspaceConfigTable,
): ConfigChange {
  const kept = (of: Channel, typed: string | null, field: AddressField) => {
    const { address } = settingsOf(before, of)
    return typed === address || typed === null ? typed : checkedAddress(services, of, typed, field)
  }
  return {
    email_enabled: Number(settings.emailEnabled),
    notify_email: kept('email', settings.notifyEmail, 'notifyEmail'),
    slack_enabled: Number(settings.slackEnabled),
    notify_slack_webhook: kept('slack', settings.notifySlackWebhook, 'notifySlackWebhook'),
    discord_enabled: Number(settings.discordEnabled),
    notify_discord_webhook: kept('discord', settings.notifyDiscordWebhook, 'notifyDiscordWebhook'),
    sms_enabled: Number(settings.smsEnabled),
  }
}

function isSame(before: WorkspaceConfigTable, after: WorkspaceConfigTable, of: Channel): boolean {
  const [was, is] = [settingsOf(before, of), settingsOf(after, of)]
  return was.isOn === is.isOn && was.address === is.address
}
