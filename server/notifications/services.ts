import type { HttpConfig } from '../http/http-config'
import type { Reach } from '../http/reach'
import type { Mailer } from '../lib/mailer'
import type { StorageServices } from '../storage/services'
import type { Webhooks } from './sending/webhooks'

/** What telling people works with. */
export type NotificationServices = StorageServices & {
  readonly mailer: Mailer
  readonly webhooks: Webhooks
  /** Where messages of a hub without PUBLIC_URL link to. */
  readonly reach: Pick<Reach, 'origins'>
  readonly config: Pick<HttpConfig, 'publicOrigin' | 'tls' | 'port'>
}
