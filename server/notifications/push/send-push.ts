import type { DeliveryTable } from '../../db/notification-tables'
import type { PushSubscriptionTable } from '../../db/push-tables'
import type { NotificationServices } from '../services'
import { payloadOf, pushMessageOf, urgencyOf } from './push-message'
import type { PushOutcome } from './push-sender'

/** Sends what is told to one device. Never rejects for what the other side does. */
export async function sendPush(
  services: Pick<NotificationServices, 'push' | 'links' | 'snoozes' | 'clock'>,
  subscription: PushSubscriptionTable,
  told: DeliveryTable,
  zone: string,
  signal: AbortSignal,
): Promise<PushOutcome> {
  const nowMs = services.clock.now()
  const payload = payloadOf(pushMessageOf(told, { ...services, zone, nowMs }))
  return services.push.push(subscription, { payload, urgency: urgencyOf(told) }, signal, nowMs)
}
