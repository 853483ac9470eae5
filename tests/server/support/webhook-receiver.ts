import http from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedPost {
  readonly path: string
  readonly headers: http.IncomingHttpHeaders
  readonly json: unknown
  /** The body as it came, for what is signed. */
  readonly text: string
}

export interface ReceiverAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Slack, Discord or somebody's relay, on 127.0.0.1. */
export interface WebhookReceiver {
  /** host:port, for WEBHOOK_HOSTS. */
  readonly host: string
  readonly url: string
  readonly posts: ReceivedPost[]
  /** What it answers from now on, or to each post; 'hang': nothing at all. */
  answer: ReceiverAnswer | ((post: ReceivedPost) => ReceiverAnswer | Promise<ReceiverAnswer>) | 'hang'
  close(): Promise<void>
}

export async function startReceiver(): Promise<WebhookReceiver> {
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const text = Buffer.concat(chunks).toString()
      const json: unknown = text === '' ? null : JSON.parse(text)
      const post = { path: request.url ?? '', headers: request.headers, json, text }
      receiver.posts.push(post)
      if (receiver.answer === 'hang') return
      const { answer } = receiver
      const { status, headers, body } = typeof answer === 'function' ? await answer(post) : answer
      response.writeHead(status, headers)
      response.end(body ?? 'ok')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const receiver: WebhookReceiver = {
    host,
    url: `http://${host}/hook`,
    posts: [],
    answer: { status: 200 },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return receiver
}
