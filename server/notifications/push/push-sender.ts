import type { PushSubscriptionTable } from '../../db/push-tables'
import { retryAfterMs } from '../sending/backoff'
import { guardedPost, type PostResult } from '../sending/guarded-post'
import type { Outcome } from '../sending/outcome'
import type { OutsideNetwork } from '../sending/outside-network'
import { checkEndpoint, type EndpointCheck, type PushHost } from './push-hosts'
import type { VapidKey } from './vapid'

/** By its default: of a CommonJS package Node finds not every name, whatever the tests' runner finds. */
const load = async () => (await import('web-push')).default

/** A browser that is away for longer learns it from the app. */
const KEPT_SECONDS = 24 * 3600

export type Urgency = 'high' | 'normal'

export type PushOutcome =
  | Outcome
  /** The browser has given this subscription up: nothing will ever arrive there again. */
  | { readonly kind: 'gone'; readonly problem: string }

export interface PushSenderParts {
  readonly hosts: readonly PushHost[]
  readonly network: OutsideNetwork
  readonly key: VapidKey
  /** Who sends, for the push service to complain to: an https or mailto address. */
  readonly subject: string
}

/** Hands encrypted messages to push services, by the same guarded way as webhooks (SEC-03, PUSH-03). */
export class PushSender {
  readonly #parts: PushSenderParts

  constructor(parts: PushSenderParts) {
    this.#parts = parts
  }

  get publicKey(): string {
    return this.#parts.key.publicKey
  }

  check(endpoint: string): EndpointCheck {
    return checkEndpoint(endpoint, this.#parts.hosts)
  }

  /** Never rejects for what the other side does. */
  async push(
    { endpoint, p256dh, auth }: Pick<PushSubscriptionTable, 'endpoint' | 'p256dh' | 'auth'>,
    message: { readonly payload: Buffer; readonly urgency: Urgency },
    signal: AbortSignal,
    nowMs: number,
  ): Promise<PushOutcome> {
    const check = this.check(endpoint)
    if (!check.ok) return { kind: 'refused', problem: check.problem }
    const { network, key, subject } = this.#parts
    const { generateRequestDetails } = await load()
    const { headers, body } = generateRequestDetails({ endpoint, keys: { p256dh, auth } }, message.payload, {
      TTL: KEPT_SECONDS,
      urgency: message.urgency,
      vapidDetails: { subject, ...key },
    })
    const content = { body, headers: textHeaders(headers) }
    return pushOutcome(await guardedPost(network, check.target, content, signal), nowMs)
  }
}

/** The library's headers hold numbers too; the length is told by who sends. */
function textHeaders(headers: object): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)] as const)
  return Object.fromEntries(entries.filter(([name]) => name !== 'content-length'))
}

function pushOutcome(result: PostResult, nowMs: number): PushOutcome {
  switch (result.kind) {
    case 'answered':
      return serviceOutcome(result.status, retryAfterMs(result.retryAfter, nowMs))
    case 'unreachable':
      return { kind: 'again', problem: result.problem, afterMs: null }
    case 'aborted':
      return { kind: 'aborted' }
  }
}

function serviceOutcome(status: number, afterMs: number | null): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  switch (status) {
    case 404:
    case 410:
      return { kind: 'gone', problem: 'The browser has turned its pushes off.' }
    case 401:
    case 403:
      return {
        kind: 'refused',
        problem: `The push service does not know this hub (status ${status}). Turn pushes off on that device and on again, and check the hub's clock.`,
      }
    case 429:
      return { kind: 'again', problem: 'The push service asks for fewer messages. They are sent later.', afterMs }
    case 408:
    case 425:
      return { kind: 'again', problem: `The push service was too slow (status ${status}).`, afterMs }
    default:
      return status >= 300 && status < 500
        ? { kind: 'refused', problem: `The push service did not accept the message (status ${status}).` }
        : { kind: 'again', problem: `The push service is out of order (status ${status}).`, afterMs }
  }
}
