import { SHOWN_DELIVERIES } from '../../src/contract/notifications/webhooks'
import { HOUR_MS } from '../../src/lib/durations'
import type { Job } from '../lib/job'
import { WebhookRound } from './deliver-webhooks'
import type { WebhookServices } from './services'
import { giveUpOldest, trimWebhookDeliveries } from './webhook-delivery-rows'
import { listWebhookIds } from './webhook-rows'

/** The job that sends; nudge it after the transaction that wrote something to send. */
export const WEBHOOKS_JOB = 'webhooks'
/** Most messages that wait for one webhook: what is older is of no use to a program any more. */
const MOST_WAITING = 1_000
const TOO_MANY = 'More than 1,000 messages waited.'

export function webhookJobs(services: WebhookServices): Job[] {
  const { db, log } = services
  let round: WebhookRound | null = null
  return [
    {
      name: WEBHOOKS_JOB,
      everyMs: 15_000,
      run: async (signal) => {
        round = new WebhookRound(services, signal)
        await round.run().finally(() => {
          round = null
        })
      },
      join: async () => round?.join(),
    },
    {
      name: 'old-webhook-deliveries',
      everyMs: HOUR_MS,
      run: async (signal) => {
        for (const id of await listWebhookIds(db)) {
          if (signal.aborted) return
          const count = await giveUpOldest(db, id, { kept: MOST_WAITING, problem: TOO_MANY })
          if (count > 0) log.warn({ webhookId: id, count }, 'messages of a webhook were given up: too many waited')
          await trimWebhookDeliveries(db, id, SHOWN_DELIVERIES)
        }
      },
    },
  ]
}
