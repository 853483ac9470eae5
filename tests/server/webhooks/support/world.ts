import type { WebhookDeliveryTable } from '../../../../server/db/integration-tables'
import type { Db } from '../../../../server/db/schema'
import { insertWebhookDeliveries } from '../../../../server/webhooks/webhook-delivery-rows'
import { addCamera } from '../../support/calls'
import { type SignedInUser, startTestHub, type TestHub } from '../../support/hub'
import { startReceiver, type WebhookReceiver } from '../../support/webhook-receiver'
import { openHubDatabase } from '../../support/webhook-worker'

/** A hub with a camera, its database seen from outside, and a receiver that it may call. */
export interface World {
  readonly hub: TestHub
  readonly receiver: WebhookReceiver
  readonly db: Db
  readonly ann: SignedInUser
  readonly cameraId: string
  close(): Promise<void>
}

export async function openWorld(): Promise<World> {
  const receiver = await startReceiver()
  const hosts = `${receiver.host},localhost:${new URL(receiver.url).port}`
  const hub = await startTestHub({ tier: 'TEAM', environment: { WEBHOOK_HOSTS: hosts } })
  const ann = await hub.signIn()
  const { id: cameraId } = await addCamera(hub.fastify, ann)
  const db = await openHubDatabase(hub)
  const close = async () => {
    await db.destroy()
    await hub.close()
    await receiver.close()
  }
  return { hub, receiver, db, ann, cameraId, close }
}

let messages = 0

/** Messages that wait, as a clip writes them. */
export function insertWaiting(
  { db, hub }: Pick<World, 'db' | 'hub'>,
  webhookId: string,
  count: number,
  change: Partial<WebhookDeliveryTable> = {},
): Promise<void> {
  const nowMs = hub.clock.now()
  const rows = Array.from({ length: count }, (): WebhookDeliveryTable => {
    messages++
    return {
      id: `msg_${messages}`,
      webhook_id: webhookId,
      type: 'clip.created',
      data: '{}',
      occurred_at: 0,
      thumbnail_key: null,
      film_key: null,
      created_at: nowMs,
      state: 'waiting',
      due_at: nowMs,
      tries: 0,
      claim: null,
      tried_at: null,
      status: null,
      took_ms: null,
      problem: null,
      ...change,
    }
  })
  return insertWebhookDeliveries(db, rows)
}
