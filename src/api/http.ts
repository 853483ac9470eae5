import * as z from 'zod/mini'
import type { Answer, Body, Call, PathParameters, QueryInput, Schema } from '../contract/call'
import { calls } from '../contract/calls'
import { foreignErrorBody } from '../contract/errors'
import { EXTENSIONS_HEADER, type ExtensionName, parseExtensions } from '../contract/extensions'
import { jsonIn } from '../lib/json'
import { headersOf, type RequestParts, urlOf } from './request'
import { type Failure, failed, isAway, ok, type Result } from './result'
import type { StoredSession, TokenStore } from './token-store'
import { isOfSameUser } from './whose-session'

export interface HttpPorts {
  /** The provider's address with the version, as in 'https://api.example.org/v1'; only the path for the page's own. */
  readonly baseUrl: string
  readonly fetch: typeof fetch
  readonly tokens: TokenStore
  /** The refresh token to send for a session: its own, or a newer one that its storage lost with the power (SESS-14). */
  readonly newestFor: (session: StoredSession) => Promise<string | null>
  /** The session was cleared; sign-out policy lives elsewhere. */
  readonly onSignedOut: () => void
  /** The provider named its extensions. */
  readonly onExtensions: (names: ReadonlySet<ExtensionName>) => void
  /** Whether the provider is known to: an answer that names none may then be somebody else's (EXT-01). */
  readonly namesExtensions: () => boolean
  /** A provider that was known to has answered as the contract says, and named none. */
  readonly onNoExtensions: () => void
  /** How a request ended: null when it was answered as hoped. */
  readonly onOutcome: (failure: Failure | null) => void
}

/** What a caller gives: exactly what the call's definition asks for. */
export type Input<C extends Call> = (PathParameters<C['path']> extends never
  ? { readonly params?: undefined }
  : { readonly params: Readonly<Record<PathParameters<C['path']>, string>> }) &
  (C extends { query: Schema } ? { readonly query: QueryInput<C> } : { readonly query?: undefined }) &
  (C extends { body: Schema } ? { readonly body: Body<C> } : { readonly body?: undefined }) &
  (C extends { form: unknown } ? { readonly form: FormData } : { readonly form?: undefined }) & {
    readonly signal?: AbortSignal | undefined
    readonly timeoutMs?: number | undefined
  }

type Sent = RequestParts & { readonly signal?: AbortSignal | undefined; readonly timeoutMs?: number | undefined }

const DEFAULT_TIMEOUT_MS = 30_000

/**
 * Less for a refresh: where its answer is lost, the hub takes the same token again for 55 s (server/sign-in/sessions.ts),
 * and a slow hub has time to answer.
 */
const REFRESH_TIMEOUT_MS = 25_000

/** Sends calls of the contract. Holds the one refresh that may be under way. */
export class Http {
  readonly #ports: HttpPorts
  #refreshing: Promise<Failure | null> | null = null

  constructor(ports: HttpPorts) {
    this.#ports = ports
  }

  /**
   * Sends one call. On 401 the token is refreshed once and the same call retried once (SESS-05); a session that cannot
   * be refreshed is cleared. Never rejects.
   */
  async send<C extends Call>(call: C, input: Input<C>): Promise<Result<Answer<C>>> {
    if (!call.signedIn) return this.#attempt(call, input, null)
    const session = this.#ports.tokens.read()
    if (session === null) return this.#signOut()
    const first = await this.#attempt(call, input, session)
    if (first.ok || first.failure.kind !== 'http' || first.failure.status !== 401) return first
    const refreshFailure = await this.#refresh(session)
    if (refreshFailure !== null) return failed(refreshFailure)
    const renewed = this.#ports.tokens.read()
    // Signed out, or somebody else in, while the call was under way: it is not theirs to send.
    if (renewed === null || !isOfSameUser(renewed, session)) return failed({ kind: 'signed-out' })
    const second = await this.#attempt(call, input, renewed)
    if (second.ok || second.failure.kind !== 'http') return second
    return failed({ ...second.failure, isRetry: true })
  }

  #signOut(): Result<never> {
    this.#ports.tokens.clear()
    this.#ports.onSignedOut()
    return failed({ kind: 'signed-out' })
  }

  /** null when the stored token is fresh again. Calls that wait at the same time share one refresh. */
  #refresh(used: StoredSession): Promise<Failure | null> {
    // Another call or another tab has changed the session meanwhile; the caller looks at what it is now.
    if (this.#hasChanged(used)) return Promise.resolve(null)
    this.#refreshing ??= this.#refreshOnce(used).finally(() => {
      this.#refreshing = null
    })
    return this.#refreshing
  }

  async #refreshOnce(used: StoredSession): Promise<Failure | null> {
    const refreshToken = await this.#ports.newestFor(used)
    if (this.#hasChanged(used)) return null
    if (refreshToken) {
      const renewed = await this.#attempt(
        calls.auth.refresh,
        { body: { refreshToken }, timeoutMs: REFRESH_TIMEOUT_MS },
        null,
      )
      // A sign-out while the answer was on its way stands; so does a pair that another tab stored.
      if (this.#hasChanged(used)) return null
      if (renewed.ok) {
        this.#ports.tokens.replaceTokens(renewed.value.token, renewed.value.refreshToken)
        return null
      }
      if (saysNothingOfTheSession(renewed.failure)) return renewed.failure
    }
    this.#signOut()
    return { kind: 'signed-out' }
  }

  #hasChanged(used: StoredSession): boolean {
    return this.#ports.tokens.read()?.token !== used.token
  }

  async #attempt<C extends Call>(call: C, input: Sent, session: StoredSession | null): Promise<Result<Answer<C>>> {
    const result = await this.#request(call, input, session)
    this.#ports.onOutcome(result.ok ? null : result.failure)
    return result
  }

  async #request<C extends Call>(call: C, input: Sent, session: StoredSession | null): Promise<Result<Answer<C>>> {
    const timeout = AbortSignal.timeout(input.timeoutMs ?? DEFAULT_TIMEOUT_MS)
    const signal = input.signal === undefined ? timeout : AbortSignal.any([input.signal, timeout])
    try {
      const response = await this.#ports.fetch(urlOf(this.#ports.baseUrl, call, input), {
        method: call.method,
        headers: headersOf(call, session),
        body: input.form ?? (input.body === undefined ? null : JSON.stringify(input.body)),
        signal,
        credentials: 'omit',
      })
      const extensions = response.headers.get(EXTENSIONS_HEADER)
      if (extensions !== null) this.#ports.onExtensions(parseExtensions(extensions))
      const isSigned = extensions !== null || !this.#ports.namesExtensions()
      const text = await response.text()
      // Of an empty or malformed body the schema decides whether that matters.
      const body = jsonIn(text)
      const answerer = answererOf(isSigned, text, body)
      if (!response.ok) return failed(refusalOf(response, body, answerer))
      if (answerer === 'page' || (answerer === 'unsigned' && call.isHandover)) {
        return failed({ kind: 'bad-answer', detail: 'not from the hub', isFromProxy: answerer === 'page' })
      }
      const result = readAnswer(call, body)
      if (answerer === 'unsigned' && result.ok && body !== undefined) this.#ports.onNoExtensions()
      return result
    } catch {
      if (input.signal?.aborted) return failed({ kind: 'aborted' })
      return failed({ kind: 'network', isTimeout: timeout.aborted })
    }
  }
}

/**
 * Who answered: the provider; somebody who names no extensions though the provider is known to (EXT-01); or, as that is no
 * JSON, a page in its place: where nothing of an answer is read, it would pass for one.
 */
type Answerer = 'hub' | 'unsigned' | 'page'

function answererOf(isSigned: boolean, text: string, body: unknown): Answerer {
  if (isSigned) return 'hub'
  return text !== '' && body === undefined ? 'page' : 'unsigned'
}

/**
 * A refresh that failed ends the session (SESS-07). One that never reached the provider has not failed: a camera must
 * not sign itself out because the hub restarts behind its proxy, or asks for patience, nor because a network shows a page
 * of its own in the hub's place, or a proxy refuses by its own word (EXT-01).
 */
function saysNothingOfTheSession(failure: Failure): boolean {
  if (isAway(failure)) return true
  return failure.kind === 'http' && (failure.isFromProxy || failure.status === 429 || failure.status === 503)
}

function readAnswer<C extends Call>(call: C, answer: unknown): Result<Answer<C>> {
  const parsed = z.safeParse(call.answer, answer)
  // The schema is the call's own, so what it yields is the call's answer.
  if (parsed.success) return ok(parsed.data as Answer<C>)
  return failed({ kind: 'bad-answer', detail: z.prettifyError(parsed.error), isFromProxy: false })
}

function refusalOf(response: Response, answer: unknown, answerer: Answerer): Failure {
  const parsed = z.safeParse(foreignErrorBody, answer)
  const body = parsed.success ? parsed.data : {}
  return {
    kind: 'http',
    status: response.status,
    statusText: response.statusText || String(response.status),
    message: body.message ?? null,
    code: body.code ?? null,
    retryAfterMs: secondsInMs(response.headers.get('retry-after')),
    retryAt: body.retryAt ?? null,
    isRetry: false,
    // Every refusal of a hub has a code (HUB-01); a 401 in JSON may be of another provider by now.
    isFromProxy: body.code === undefined && answerer !== 'hub' && !(response.status === 401 && answer !== undefined),
  }
}

/** null for a date, too: it would be one of the provider's clock. */
function secondsInMs(header: string | null): number | null {
  return header !== null && /^\d{1,9}$/.test(header) ? Number(header) * 1000 : null
}
