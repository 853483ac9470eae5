import http from 'node:http'
import https from 'node:https'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * Sends a file as the body of one request, as fast as the store takes it. Node's `fetch` would take the whole of it into
 * memory first (seen with Node 20.20); this way eight uploads of 64 MB at once need about 20 MB.
 */
export function sendBlob(url: URL, init: RequestInit, body: Blob, signal: AbortSignal): Promise<Response> {
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
