import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import type { DeliveryTable } from '../../../server/db/notification-tables'
import { openDatabase } from '../../../server/db/open'
import type { Db } from '../../../server/db/schema'
import { readConfig } from '../../../server/hub/config'
import type { DeliverServices } from '../../../server/notifications/deliver'
import { openPush } from '../../../server/notifications/push/open-push'
import { nodeNetwork } from '../../../server/notifications/sending/outside-network'
import { WebhookCalls } from '../../../server/notifications/sending/webhook-calls'
import { openFileBlobs } from '../../../server/storage/file-blobs'
import { createMediaLinks } from '../../../server/storage/media-links'
import { type Keys, loadKeys, loadSharedKeys } from '../../../server/storage/secret'
import { environmentOf } from './database'
import type { TestHub } from './hub'
import type { WebhookReceiver } from './webhook-receiver'

/** The hub's database, seen from outside. The test destroys it before it closes the hub. */
export async function openHubDatabase(hub: TestHub): Promise<Db> {
  const { DATABASE_URL } = await environmentOf(hub.dataDir)
  return openDatabase(hub.dataDir, DATABASE_URL ?? null)
}

/** What the sender of a second hub works with, on the same database; its mails come to the same place. */
export async function secondSender(
  hub: TestHub,
  db: Db,
  { host }: WebhookReceiver,
): Promise<DeliverServices & { readonly keys: Keys }> {
  const network = nodeNetwork()
  const { DATABASE_URL } = await environmentOf(hub.dataDir)
  const keys = DATABASE_URL === undefined ? await loadKeys(hub.dataDir) : await loadSharedKeys(db)
  const result = readConfig({ DATA_DIR: hub.dataDir, WEBHOOK_HOSTS: host })
  if (!result.ok) throw new Error(result.problems.join(' '))
  return {
    config: result.config,
    clock: hub.clock,
    believedTime: async () => hub.clock.now(),
    mailer: hub.mailer,
    db,
    reach: { origins: () => [], port: () => result.config.port },
    blobs: await openFileBlobs(hub.dataDir),
    links: createMediaLinks(Buffer.alloc(32), hub.clock),
    webhooks: new WebhookCalls(result.config.webhookHosts, network),
    keys,
    ...openPush(result.config, keys, hub.clock, { network }),
    log: Fastify().log,
  }
}

/** A message that waits, as an event writes it. */
export function waitingMail(workspaceId: string, nowMs: number, change: Partial<DeliveryTable> = {}): DeliveryTable {
  return {
    id: randomUUID(),
    workspace_id: workspaceId,
    channel: 'email',
    kind: 'event',
    event_type: 'MOTION',
    camera_name: 'Door',
    camera_location: 'Hall',
    occurred_at: nowMs,
    from_at: nowMs,
    event_count: 1,
    labels: null,
    alert_kind: null,
    unrecorded_why: null,
    camera_id: 'c1',
    thumbnail_key: null,
    created_at: nowMs,
    state: 'waiting',
    due_at: nowMs,
    attempts: 0,
    claim: null,
    delivered_at: null,
    problem: null,
    tag: null,
    snoozed_at: null,
    ...change,
  }
}
