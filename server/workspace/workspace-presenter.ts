import type { Workspace } from '../../src/contract/workspace'
import type { WorkspaceConfig } from '../../src/contract/workspace-config'
import { firstBilling } from '../billing/billing-rows'
import type { WorkspaceBillingTable } from '../db/plan-tables'
import type { WorkspaceConfigTable, WorkspaceTable } from '../db/schema'
import { monthOf } from '../lib/month'

/** Where nothing is paid for, the period is the calendar month in UTC by which usage is counted. */
export function presentWorkspace(
  row: Pick<WorkspaceTable, 'id' | 'tier'>,
  billing: WorkspaceBillingTable | undefined,
  nowMs: number,
): Workspace {
  const { tier, billing_period, period_end } = billing ?? firstBilling(row)
  const billingEndMs = period_end !== null && period_end > nowMs ? period_end : monthOf(nowMs).untilMs
  return {
    id: row.id,
    stripeCustomer: { tier, billingPeriod: billing_period },
    workspaceUsagePeriod: { tier: row.tier, billingEnd: new Date(billingEndMs).toISOString() },
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
