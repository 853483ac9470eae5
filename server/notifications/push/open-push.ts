import { HOUR_MS } from '../../../src/lib/durations'
import { Brake } from '../../lib/brake'
import type { Clock } from '../../lib/clock'
import type { CountOfAll } from '../../peers/peers'
import type { Keys } from '../../storage/secret'
import type { OutsideNetwork } from '../sending/outside-network'
import type { PushHost } from './push-hosts'
import { PushSender } from './push-sender'
import { createSnoozeLinks } from './snooze-links'
import { vapidKeyOf } from './vapid'

export interface PushConfig {
  readonly pushHosts: readonly PushHost[]
  readonly publicOrigin: string | null
  readonly smtpUrl: string | null
  readonly mailFrom: string
}

/** A browser needs one or two. */
const SUBSCRIPTIONS_PER_HOUR = 30

/** What pushes are sent with, as services of the hub. */
export function openPush(
  config: PushConfig,
  keys: Keys,
  clock: Clock,
  { network, countOfAll }: { readonly network: OutsideNetwork; readonly countOfAll?: CountOfAll },
) {
  const key = vapidKeyOf(keys.push)
  return {
    push: new PushSender({ hosts: config.pushHosts, network, key, subject: subjectOf(config) }),
    pushTries: new Brake(clock, { name: 'pushes', max: SUBSCRIPTIONS_PER_HOUR, windowMs: HOUR_MS }, countOfAll),
    snoozes: createSnoozeLinks(keys.snoozeLink, clock),
  }
}

/** Push services want to know whom to write to; Apple's refuses localhost. A hub without a name or mail has nothing better. */
function subjectOf({ publicOrigin, smtpUrl, mailFrom }: PushConfig): string {
  if (publicOrigin?.startsWith('https:') === true) return publicOrigin
  const [address] = /[^\s<>"]+@[^\s<>"]+/.exec(mailFrom) ?? []
  return smtpUrl !== null && address !== undefined ? `mailto:${address}` : 'mailto:nightjar@example.com'
}
