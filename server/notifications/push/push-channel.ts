import type { DeliveryChannel, PushChannel } from '../../db/notification-tables'

const PREFIX = 'push:'

/** Each device is a channel of its own: one that does not answer holds no other back. */
export function pushChannelOf(subscriptionId: string): PushChannel {
  return `${PREFIX}${subscriptionId}`
}

/** Id of the subscription; null: it is a channel of the workspace. */
export function subscriptionIdOf(channel: DeliveryChannel): string | null {
  return isPush(channel) ? channel.slice(PREFIX.length) : null
}

export function isPush(channel: DeliveryChannel): channel is PushChannel {
  return channel.startsWith(PREFIX)
}
