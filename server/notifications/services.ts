import type { MailOriginSources } from '../http/reach'
import type { Brake } from '../lib/brake'
import type { Mailer } from '../lib/mailer'
import type { StorageServices } from '../storage/services'
import type { PushSender } from './push/push-sender'
import type { SnoozeLinks } from './push/snooze-links'
import type { WebhookCalls } from './sending/webhook-calls'

/** What telling people works with. */
export type NotificationServices = StorageServices & {
  readonly mailer: Mailer
  readonly webhooks: WebhookCalls
  readonly push: PushSender
  /** What stops floods of subscriptions. */
  readonly pushTries: Brake
  readonly snoozes: SnoozeLinks
  /** The time by which messages are too old: a clock that leaps ahead has none given up. Never within a transaction, which has SQLite to itself. */
  readonly believedTime: () => Promise<number>
  /** Where messages of a hub without PUBLIC_URL link to. */
  readonly reach: MailOriginSources['reach']
  readonly config: MailOriginSources['config'] & {
    /** null: mails are printed on the terminal, and reach nobody else. */
    readonly smtpUrl: string | null
    /** Times are told in it where a workspace has no schedule. */
    readonly timeZone: string
  }
}
