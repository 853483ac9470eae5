import type { Channel, ChannelStatus, WorkspaceConfig } from '../../src/contract/workspace-config'
import type { ChannelStateTable } from '../db/notification-tables'
import type { WorkspaceConfigTable } from '../db/schema'

/** What went wrong last on each channel, and whether mails leave the hub at all (extension `channel-status`). */
export function presentChannelStatus(states: readonly ChannelStateTable[], isMailPrinted: boolean): ChannelStatus {
  const problemOf = (channel: Channel) => {
    const state = states.find((candidate) => candidate.channel === channel)
    return state === undefined ? null : { failedAt: new Date(state.failed_at).toISOString(), message: state.problem }
  }
  return { email: problemOf('email'), slack: problemOf('slack'), discord: problemOf('discord'), isMailPrinted }
}

export function presentWorkspaceConfig(row: WorkspaceConfigTable): WorkspaceConfig {
  return {
    notifyOnMotion: row.notify_on_motion === 1,
    notifyOnPerson: row.notify_on_person === 1,
    notifyOnAlert: row.notify_on_alert === 1,
    notifyOnError: row.notify_on_error === 1,
    notifyOnAnimal: row.notify_on_animal === 1,
    notifyOnVehicle: row.notify_on_vehicle === 1,
    emailEnabled: row.email_enabled === 1,
    notifyEmail: row.notify_email,
    slackEnabled: row.slack_enabled === 1,
    notifySlackWebhook: row.notify_slack_webhook,
    discordEnabled: row.discord_enabled === 1,
    notifyDiscordWebhook: row.notify_discord_webhook,
    smsEnabled: row.sms_enabled === 1,
    notifySmsNumber: row.notify_sms_number,
  }
}
