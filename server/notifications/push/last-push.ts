import type { PushMessage } from '../../../src/contract/notifications/push'
import type { PushSubscriptionTable } from '../../db/push-tables'
import type { NotificationServices } from '../services'
import { payloadOf } from './push-message'

/** Its only words to somebody who else would take the silence for a quiet house. */
const lastMessage = (nowMs: number): PushMessage => ({
  title: 'This device is told no more',
  body: 'Nightjar was not opened here for 90 days, or you signed in a year ago. Sign in here, and turn notifications on again.',
  path: '/notifications',
  tag: 'ended',
  at: new Date(nowMs).toISOString(),
  picture: null,
  snooze: null,
})

/** Tells devices whose sessions have ended by themselves, once and counted as nothing. Never rejects: nobody can be told of that. */
export async function sendLastPushes(
  { push, clock, log }: Pick<NotificationServices, 'push' | 'clock' | 'log'>,
  devices: readonly PushSubscriptionTable[],
  signal: AbortSignal,
): Promise<void> {
  const nowMs = clock.now()
  const message = { payload: payloadOf(lastMessage(nowMs)), urgency: 'high' } as const
  const sendTo = (device: PushSubscriptionTable) =>
    push.push(device, message, signal, nowMs).catch((problem: unknown) => {
      log.warn({ problem: String(problem) }, 'a device could not be told that its session has ended')
    })
  await Promise.all(devices.map(sendTo))
}
