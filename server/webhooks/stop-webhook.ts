import type { WebhookState } from '../../src/contract/notifications/webhooks'
import type { WebhookTable } from '../db/integration-tables'
import { originInMails } from '../http/reach'
import { findUser } from '../members/people-rows'
import type { WebhookServices } from './services'
import { dropWebhookDeliveries } from './webhook-delivery-rows'
import { stopWebhook } from './webhook-rows'

export type StopServices = Pick<WebhookServices, 'db' | 'mailer' | 'log' | 'config' | 'links' | 'reach'>

type Reason = Extract<WebhookState, 'gone' | 'failing'>

/** A mail that does not go must not keep other messages. */
const NOTICE_LIMIT_MS = 30_000

const reasons: Readonly<Record<Reason, string>> = {
  gone: 'Its receiver answered that it wants no more messages.',
  failing: 'For three days nothing has arrived there.',
}

/** Switches a webhook off, for good until somebody switches it on, and tells who made it, once. */
export async function stopFor(
  services: StopServices,
  webhook: WebhookTable,
  state: Reason,
  problem: string,
): Promise<void> {
  const { db, log } = services
  const isOurs = await db.transaction().execute(async (transaction) => {
    if (!(await stopWebhook(transaction, webhook.id, { state, problem }))) return false
    await dropWebhookDeliveries(transaction, webhook.id)
    return true
  })
  if (!isOurs) return
  log.warn({ webhookId: webhook.id, workspaceId: webhook.workspace_id, state }, 'a webhook was switched off')
  await mailMaker(services, webhook, reasons[state], problem).catch((failure: unknown) =>
    log.warn(
      { webhookId: webhook.id, problem: String(failure) },
      'nobody could be told that a webhook was switched off',
    ),
  )
}

/** Its screen says the same, where nobody may look for weeks. */
async function mailMaker(
  services: StopServices,
  { user_id, name }: WebhookTable,
  reason: string,
  problem: string,
): Promise<void> {
  const maker = await findUser(services.db, user_id)
  if (maker === undefined) return
  const origin = originInMails(services)
  const text = [
    `Nightjar has switched the webhook “${name}” off. ${reason}`,
    '',
    `What went wrong last: ${problem}`,
    '',
    `When its receiver is back, switch it on again: ${origin}/billing`,
    '',
  ].join('\n')
  await services.mailer.send(
    { to: maker.email, subject: `The webhook ${name} was switched off`, text },
    AbortSignal.timeout(NOTICE_LIMIT_MS),
  )
}
