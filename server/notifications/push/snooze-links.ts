import type { SnoozeLink } from '../../../src/contract/notifications/push'
import type { Clock } from '../../lib/clock'
import { createLinkSignatures } from '../../lib/signed-links'

/** Somebody may look at a telephone half an hour later. */
const WINDOW_SECONDS = 1800

/** What a notification may do without a token: snooze, for one message, once, for half an hour to an hour after it was sent. */
export interface SnoozeLinks {
  sign(deliveryId: string): SnoozeLink
  isValid(link: SnoozeLink): boolean
}

export function createSnoozeLinks(key: Buffer, clock: Clock): SnoozeLinks {
  const signatures = createLinkSignatures(key, clock, WINDOW_SECONDS)
  const subjectOf = (id: string) => `snooze ${id}`
  return {
    sign: (id) => ({ id, ...signatures.sign(subjectOf(id)) }),
    isValid: ({ id, expires, signature }) => signatures.isValid(subjectOf(id), expires, signature),
  }
}
