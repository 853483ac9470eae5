/** Why a call did not succeed; foreseen, hence a value. */
export type Failure =
  /** No session: nothing was sent, or the session ended on the way. */
  | { readonly kind: 'signed-out' }
  /** The provider answered with another status. `message` and `code` are its own, where it gave them. */
  | {
      readonly kind: 'http'
      readonly status: number
      readonly statusText: string
      readonly message: string | null
      readonly code: string | null
      /** How long the provider asks to wait, by its header Retry-After in seconds; null where it does not count. */
      readonly retryAfterMs: number | null
      /** ISO time of a worthwhile next try, by the provider's clock. */
      readonly retryAt: string | null
      /** true: this was the retry after a token refresh. */
      readonly isRetry: boolean
      /** true: neither extensions nor a code, of a provider that names both: something between has answered (EXT-01). */
      readonly isFromProxy: boolean
    }
  /** No answer: offline, refused, or out of time. */
  | { readonly kind: 'network'; readonly isTimeout: boolean }
  /** An answer that is not what the contract says. */
  | {
      readonly kind: 'bad-answer'
      readonly detail: string
      /** true: a page in the provider's place. What is JSON may be of one that names no extensions any more. */
      readonly isFromProxy: boolean
    }
  /** The caller aborted. */
  | { readonly kind: 'aborted' }

/** What a proxy answers for a provider that is not there. */
const gatewayStatuses: ReadonlySet<number> = new Set([502, 503, 504])

/** What some proxies answer instead, such as Traefik: they do not know the way to it. */
const NO_ROUTE = 404

/** Whether the provider itself did not answer. A 503 with a code is its own word; a page in its place is not. */
export function isAway(failure: Failure): boolean {
  if (failure.kind === 'bad-answer') return failure.isFromProxy
  if (failure.kind !== 'http') return failure.kind === 'network'
  const { status, code, isFromProxy } = failure
  return code === null && (gatewayStatuses.has(status) || (isFromProxy && status === NO_ROUTE))
}

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure }

export function ok<T>(value: T): Result<T> {
  return { ok: true, value }
}

export function failed(failure: Failure): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure }
}
