import { isPublicAddress } from './public-address'
import { checkWebhookUrl, type WebhookHost, type WebhookTarget } from './webhook-hosts'
import { NotConnected, type WebhookAnswer, type WebhookNetwork } from './webhook-network'

export type WebhookResult =
  | ({ readonly kind: 'answered' } & WebhookAnswer)
  /** The URL may not be called at all. */
  | { readonly kind: 'not-allowed'; readonly problem: string }
  /** Now: a network that needs a sign-in of its own leads every name to itself, for a while. */
  | { readonly kind: 'unreachable'; readonly problem: string }
  | { readonly kind: 'aborted' }

/** Looking up, connecting, sending and reading together. */
const LIMIT_MS = 10_000

/**
 * Calls webhooks: only on listed hosts, only at addresses that were checked, following no redirect, in bounded time.
 * What the answer says is never handed on, so that nobody can read a private network through the hub (SEC-03).
 */
export class Webhooks {
  readonly #hosts: readonly WebhookHost[]
  readonly #network: WebhookNetwork

  constructor(hosts: readonly WebhookHost[], network: WebhookNetwork) {
    this.#hosts = hosts
    this.#network = network
  }

  /** null: it may be saved. Else what is wrong with it. */
  problemOf(url: string): string | null {
    const check = checkWebhookUrl(url, this.#hosts)
    return check.ok ? null : check.problem
  }

  /** Never rejects. `body`: JSON. */
  async post(url: string, body: string, signal: AbortSignal): Promise<WebhookResult> {
    const check = checkWebhookUrl(url, this.#hosts)
    if (!check.ok) return { kind: 'not-allowed', problem: check.problem }
    const limit = AbortSignal.timeout(LIMIT_MS)
    try {
      return await this.#call(check.target, body, AbortSignal.any([signal, limit]))
    } catch {
      if (signal.aborted) return { kind: 'aborted' }
      const what = limit.aborted ? 'did not answer in time' : 'could not be reached'
      return { kind: 'unreachable', problem: `${check.target.hostname} ${what}.` }
    }
  }

  async #call(target: WebhookTarget, body: string, signal: AbortSignal): Promise<WebhookResult> {
    const { hostname, port, path, isSecure } = target
    const addresses = await this.#network.resolve(hostname, signal)
    // One bad address among good ones is reason enough: a name that is about to change its mind looks like this.
    if (!target.isRelay && !addresses.every(isPublicAddress))
      return { kind: 'unreachable', problem: `${hostname} leads into a private network and is not called.` }
    // Something is left for the answer of the last one.
    const connectLimitMs = LIMIT_MS / (addresses.length + 1)
    for (const address of addresses) {
      const answer = await this.#network
        .post({ address, connectLimitMs, hostname, port, path, isSecure, body }, signal)
        .catch(nullUnlessSent)
      signal.throwIfAborted()
      if (answer !== null) return { kind: 'answered', ...answer }
    }
    return { kind: 'unreachable', problem: `${hostname} could not be reached.` }
  }
}

/** A name may lead to several addresses, of which one is away. What was sent is not sent to another one. */
function nullUnlessSent(problem: unknown): null {
  if (problem instanceof NotConnected) return null
  throw problem
}
