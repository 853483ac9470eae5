import { randomUUID } from 'node:crypto'
import type { DeliveryChannel, DeliveryTable } from '../db/notification-tables'
import type { Db } from '../db/schema'
import { insertDeliveries } from './delivery-rows'

/** What a message says. */
export type Told = Pick<
  DeliveryTable,
  | 'workspace_id'
  | 'kind'
  | 'event_type'
  | 'camera_id'
  | 'camera_name'
  | 'camera_location'
  | 'occurred_at'
  | 'from_at'
  | 'event_count'
  | 'thumbnail_key'
> &
  Partial<Pick<DeliveryTable, 'labels' | 'alert_kind' | 'unrecorded_why' | 'tag'>>

/** Writes one delivery per channel, due at once. Call it in the transaction of what it tells of. */
export async function tell(db: Db, told: Told, channels: readonly DeliveryChannel[], nowMs: number): Promise<void> {
  const rows = channels.map(
    (channel): DeliveryTable => ({
      labels: null,
      alert_kind: null,
      unrecorded_why: null,
      tag: null,
      snoozed_at: null,
      ...told,
      id: randomUUID(),
      channel,
      created_at: nowMs,
      state: 'waiting',
      due_at: nowMs,
      attempts: 0,
      claim: null,
      delivered_at: null,
      problem: null,
    }),
  )
  await insertDeliveries(db, rows)
}
