import type { Workspace } from '../../src/contract/workspace'
import type { WorkspaceConfig } from '../../src/contract/workspace-config'
import type { WorkspaceConfigTable, WorkspaceTable } from '../db/schema'

/** Usage is counted by calendar month in UTC, so the period ends where the next month begins. */
export function presentWorkspace(row: WorkspaceTable, nowMs: number): Workspace {
  const now = new Date(nowMs)
  const periodEnd = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
  return {
    id: row.id,
    stripeCustomer: { tier: row.tier, billingPeriod: 'MONTHLY' },
    workspaceUsagePeriod: { tier: row.tier, billingEnd: periodEnd.toISOString() },
  }
}

export function presentWorkspaceConfig(row: WorkspaceConfigTable): WorkspaceConfig {
  return {
    notifyOnMotion: row.notify_on_motion === 1,
    notifyOnPerson: row.notify_on_person === 1,
    notifyOnAlert: row.notify_on_alert === 1,
    notifyOnError: row.notify_on_error === 1,
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
