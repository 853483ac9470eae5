import type { InjectOptions } from 'fastify'
import { startTestHub, type TestHub, type TestHubOptions } from '../server/support/hub'
import type { Scenario } from './scenarios'

/** Where the page and its hub live, as far as the app can tell. */
export const ORIGIN = 'http://localhost:8080'

/** A request as the app handed it to `fetch`, before the platform adds headers of its own. */
export interface SentRequest {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly headers: Headers
  /** JSON body, parsed. */
  readonly json: unknown
  readonly form: FormData | null
  readonly credentials: RequestCredentials | undefined
}

/** The real hub behind a `fetch`. Scenarios stand between the two, the latest outermost. */
export interface Backend {
  readonly hub: TestHub
  readonly fetch: typeof fetch
  /** Everything that was sent, oldest first. */
  readonly sent: SentRequest[]
  /** The requests to a path below `/v1`, as 'GET /cameras', whatever their query. */
  sentTo(call: string): SentRequest[]
  /** Puts a scenario in the way; the returned function takes it out again. */
  play(scenario: Scenario): () => void
  /** Resolves once no request is on its way. */
  idle(): Promise<void>
  close(): Promise<void>
}

export async function startBackend(options: TestHubOptions): Promise<Backend> {
  const hub = await startTestHub(options)
  const sent: SentRequest[] = []
  const scenarios: Scenario[] = []
  const pending = new Set<Promise<unknown>>()

  const answer = (request: Request): Promise<Response> =>
    scenarios.reduce<(request: Request) => Promise<Response>>(
      (next, scenario) => (passed) => scenario(passed, next),
      (passed) => askHub(hub, passed),
    )(request)

  const send: typeof fetch = (input, init) => {
    const request = new Request(new URL(String(input), ORIGIN), init)
    sent.push(recordOf(request, init))
    const answered = unlessAborted(answer(request), request.signal)
    pending.add(answered)
    const done = () => pending.delete(answered)
    answered.then(done, done)
    return answered
  }

  return {
    hub,
    fetch: send,
    sent,
    sentTo: (call) => sent.filter(({ method, path }) => `${method} ${path.replace(/\?.*/, '')}` === toFullPath(call)),
    play(scenario) {
      scenarios.push(scenario)
      return () => void scenarios.splice(scenarios.indexOf(scenario), 1)
    },
    async idle() {
      while (pending.size > 0) await Promise.allSettled(pending)
    },
    close: () => hub.close(),
  }
}

function toFullPath(call: string): string {
  const [method, path] = call.split(' ')
  return `${method} /v1${path}`
}

function recordOf(request: Request, init: RequestInit | undefined): SentRequest {
  const { pathname, search } = new URL(request.url)
  const body = init?.body
  return {
    method: request.method,
    path: pathname + search,
    headers: new Headers(init?.headers),
    json: typeof body === 'string' ? JSON.parse(body) : undefined,
    form: body instanceof FormData ? body : null,
    credentials: init?.credentials,
  }
}

/** As `fetch` does it: the caller's abort ends the wait, whatever the server does. */
function unlessAborted(answered: Promise<Response>, signal: AbortSignal): Promise<Response> {
  const aborted = new Promise<never>((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([answered, aborted])
}

/** Asks the hub in process with the bytes that a browser would send, multipart boundaries included. */
async function askHub(hub: TestHub, request: Request): Promise<Response> {
  const payload = Buffer.from(await request.arrayBuffer())
  const answer = await hub.fastify.inject({
    method: request.method as NonNullable<InjectOptions['method']>,
    url: request.url,
    headers: Object.fromEntries(request.headers),
    ...(payload.length > 0 && { payload }),
  })
  const headers = new Headers()
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined) headers.set(name, String(value))
  }
  const { statusCode: status, statusMessage: statusText } = answer
  return new Response(new Uint8Array(answer.rawPayload), { status, statusText, headers })
}
