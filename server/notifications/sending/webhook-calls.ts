import { guardedPost, type PostContent, type PostResult } from './guarded-post'
import type { OutsideNetwork } from './outside-network'
import { checkOpenUrl, checkWebhookUrl, type WebhookHost } from './webhook-hosts'

export type WebhookResult =
  | PostResult
  /** The URL may not be called at all. */
  | { readonly kind: 'not-allowed'; readonly problem: string }

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' }

/**
 * Calls webhooks: only on hosts that may be called, only at addresses that were checked, following no redirect, in bounded time.
 * What the answer says is never handed on, so that nobody can read a private network through the hub (SEC-03).
 */
export class WebhookCalls {
  readonly #hosts: readonly WebhookHost[]
  readonly #network: OutsideNetwork

  constructor(hosts: readonly WebhookHost[], network: OutsideNetwork) {
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
    return guardedPost(this.#network, check.target, { body, headers: JSON_HEADERS }, signal)
  }

  /** As `problemOf`, for a program of the workspace's own. */
  openProblemOf(url: string): string | null {
    const check = checkOpenUrl(url, this.#hosts)
    return check.ok ? null : check.problem
  }

  /** As `post`, to a program of the workspace's own (HOOK-09). `headers` beside those of JSON. */
  async postOpen(url: string, { body, headers }: PostContent, signal: AbortSignal): Promise<WebhookResult> {
    const check = checkOpenUrl(url, this.#hosts)
    if (!check.ok) return { kind: 'not-allowed', problem: check.problem }
    return guardedPost(this.#network, check.target, { body, headers: { ...JSON_HEADERS, ...headers } }, signal)
  }
}
