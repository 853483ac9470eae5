import { request } from 'node:http'

export interface Call {
  readonly method: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer
  /** For the whole of it. */
  readonly limitMs?: number
}

export interface Answer {
  readonly status: number
  readonly body: Buffer
}

const CALL_LIMIT_MS = 20_000

/** One request on a connection of its own, so that a fault of a connection hits one request. Rejects without an answer. */
export function exchange(url: string, { method, headers = {}, body, limitMs = CALL_LIMIT_MS }: Call): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const abort = new AbortController()
    const timer = setTimeout(() => abort.abort(), limitMs)
    const settle = (act: () => void) => {
      clearTimeout(timer)
      act()
    }
    const length = body === undefined ? {} : { 'content-length': String(body.length) }
    const options = { method, headers: { ...headers, ...length }, agent: false, signal: abort.signal }
    const sent = request(url, options, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', (problem) => settle(() => reject(problem)))
      answer.on('end', () => settle(() => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks) })))
    })
    sent.on('error', (problem) => settle(() => reject(problem)))
    sent.end(body)
  })
}
