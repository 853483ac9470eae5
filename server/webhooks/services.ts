import type { NotificationServices } from '../notifications/services'
import type { Keys } from '../storage/secret'

/** What calling the programs of a workspace works with. */
export type WebhookServices = NotificationServices & {
  readonly keys: Pick<Keys, 'webhookSecret'>
}
