import http from 'node:http'
import https from 'node:https'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'

/** How long the object store is waited for, in milliseconds, and how much it is asked for at once. */
export interface S3Limits {
  /** For an answer; what a request carries comes on top, at the slowest pace that counts as moving. */
  readonly answerMs: number
  /** Between two pieces of an object that is being read. */
  readonly idleMs: number
  /** Before the one other try. */
  readonly retryMs: number
  /** Keys in one page of a list; a store gives a thousand at most. */
  readonly pageKeys: number
}

export const s3Limits: S3Limits = { answerMs: 15_000, idleMs: 30_000, retryMs: 300, pageKeys: 1000 }

/** Slower than this, 64 kB a second, an upload counts as stuck. */
const SLOWEST_BYTES_PER_MS = 64

/**
 * `fetch` for an object store: every wait has a limit; a fault of the store's (5xx, 429, a broken connection) is tried
 * once more, which is safe, as every request of ours can be repeated. A store that is silent is not asked twice, nor for an
 * answer that nobody wants any more: `gone` is aborted then.
 */
export function s3Fetch(limits: S3Limits, gone?: AbortSignal): typeof fetch {
  return async (input, init = {}) => {
    const first = await ask(input, init, limits, gone).catch((problem: unknown) => {
      if (problem instanceof SilentStore) throw problem
      return null
    })
    if (first !== null && !isTrouble(first.status)) return first
    await first?.body?.cancel()
    await delay(limits.retryMs)
    return ask(input, init, limits, gone)
  }
}

/** Another time it may be answered: the store has a fault, or too much to do (429; Amazon's says that by 503). */
export function isTrouble(status: number): boolean {
  return status >= 500 || status === 429
}

/** There was no answer in time. One that ends amid an object is no such thing: another request may be answered. */
export class SilentStore extends Error {
  constructor() {
    super('the object store did not answer in time')
    this.name = 'SilentStore'
  }
}

type Input = Parameters<typeof fetch>[0]

async function ask(input: Input, init: RequestInit, limits: S3Limits, gone?: AbortSignal): Promise<Response> {
  gone?.throwIfAborted()
  const abort = new AbortController()
  const leave = () => abort.abort()
  gone?.addEventListener('abort', leave)
  const carriedBytes = Number(new Headers(init.headers).get('content-length') ?? 0)
  const timer = setTimeout(() => abort.abort(new SilentStore()), limits.answerMs + carriedBytes / SLOWEST_BYTES_PER_MS)
  try {
    if (init.body instanceof Blob) return await sendBlob(new URL(String(input)), init, init.body, abort.signal)
    // A redirect would take the signature to a host that nobody named.
    const answer = await fetch(input, { ...init, redirect: 'manual', signal: abort.signal })
    if (isObject(answer, input, init)) return pacedAnswer(answer, limits.idleMs)
    return await wholeAnswer(answer, isList(answer, input, init))
  } catch (problem) {
    throw abort.signal.aborted ? new SilentStore() : problem
  } finally {
    clearTimeout(timer)
    gone?.removeEventListener('abort', leave)
  }
}

/** A GET without a query reads an object; all else is a short answer in XML. */
function isObject(answer: Response, input: Input, { method = 'GET' }: RequestInit): boolean {
  return method === 'GET' && answer.ok && !String(input).includes('?')
}

function isList(answer: Response, input: Input, { method = 'GET' }: RequestInit): boolean {
  return method === 'GET' && answer.ok && String(input).includes('?')
}

/** The end of every list. */
const LIST_END = /<\/ListBucketResult>\s*$/i
const TAIL_BYTES = 100

/**
 * A list that a proxy has cut off, or a page for people in its place, would say of what is not in it that it is gone. Rejects
 * then, as where the connection breaks.
 */
async function wholeAnswer(answer: Response, isList: boolean): Promise<Response> {
  const bytes = await answer.arrayBuffer()
  if (isList && !LIST_END.test(Buffer.from(bytes).subarray(-TAIL_BYTES).toString('latin1')))
    throw new Error('the object store gave no whole list')
  return new Response(bytes.byteLength === 0 ? null : bytes, answer)
}

/** The answer with its bytes as they are asked for, each within the limit. */
function pacedAnswer(answer: Response, idleMs: number): Response {
  if (answer.body === null) return answer
  const reader = answer.body.getReader()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await readInTime(reader.read(), idleMs)
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
  return new Response(body, answer)

  async function readInTime<Result>(work: Promise<Result>, limitMs: number): Promise<Result> {
    let timer: NodeJS.Timeout | undefined
    // A reader that is cancelled says that all has come: only the limit itself says that it has not.
    const limit = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        reject(new Error('the object store fell silent amid an object'))
        void reader.cancel().catch(() => undefined)
      }, limitMs)
    })
    try {
      return await Promise.race([work, limit])
    } finally {
      clearTimeout(timer)
    }
  }
}

/**
 * Sends a file as the body of one request, as fast as the store takes it. Node's `fetch` would take the whole of it into
 * memory first (seen with Node 20.20); this way eight uploads of 64 MB at once need about 20 MB.
 */
function sendBlob(url: URL, init: RequestInit, body: Blob, signal: AbortSignal): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http
    const headers = Object.fromEntries(new Headers(init.headers))
    const upload = request(url, { method: init.method ?? 'PUT', headers, signal })
    upload.on('error', reject)
    // A store may refuse before it has taken everything: its answer counts, not that the rest could not be sent.
    upload.on('response', (answer) => {
      responseOf(answer).then(resolve, reject)
    })
    pipeline(Readable.from(body.stream()), upload).catch(reject)
  })
}

/** The answer to an upload is short. */
async function responseOf(answer: http.IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(Buffer.from(chunk))
  const headers = new Headers()
  for (const [name, value] of Object.entries(answer.headers)) headers.set(name, String(value))
  const text = Buffer.concat(chunks)
  return new Response(text.length === 0 ? null : text, { status: answer.statusCode ?? 500, headers })
}
