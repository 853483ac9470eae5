import type { Assistant } from '../assistant/assistant'
import type { StripeAddress } from '../billing/billing'
import type { LoopLag } from '../http/loop-lag'
import type { LoggerOptions } from '../http/request-log'
import type { Clock } from '../lib/clock'
import type { Mailer } from '../lib/mailer'
import type { LiveLimits } from '../live/limits'
import type { OutsideNetwork } from '../notifications/sending/outside-network'
import type { FilmReader } from '../recordings/facts/film-reader'
import type { Config } from './config'
import type { OwnProcess } from './processes/own-process'

/** What a hub is built of. */
export interface HubDeps {
  readonly config: Config
  readonly clock: Clock
  readonly mailer: Mailer
  readonly logger: LoggerOptions
  /** Off: background jobs run only when asked to, by tests. */
  readonly hasJobTimers: boolean
  /** null: the hub's thread is that of a test, whose own work makes it late. */
  readonly loopLag: LoopLag | null
  /** One of several that serve this hub; left out: it is the only one. */
  readonly ownProcess?: OwnProcess
  /** null or left out: nobody knows. */
  readonly version?: string | null
  /** In the place of the real network, by tests. */
  readonly outsideNetwork?: OutsideNetwork
  /** In the place of Stripe's own servers, by tests. */
  readonly stripeAddress?: StripeAddress
  /** In the place of the built-in one, by tests. */
  readonly assistant?: Assistant
  /** Of whoever gives it, and outlives the hub: hubs of one process, as tests start, need one thread only. */
  readonly films?: FilmReader
  /** How long live view waits, where tests do not. */
  readonly liveLimits?: LiveLimits
  /** How long a language model may take, where tests do not wait for a minute. */
  readonly modelLimitMs?: number
}
