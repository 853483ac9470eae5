import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import * as z from 'zod/mini'

const request = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.optional(z.nullable(z.unknown())) })),
  tools: z.optional(z.array(z.object({ function: z.object({ name: z.string() }) }))),
  max_tokens: z.optional(z.number()),
})

/** What the hub asked the model. */
export interface ModelRequest {
  readonly authorization: string | undefined
  readonly model: string
  readonly messages: readonly { readonly role: string; readonly content: string }[]
  readonly tools: readonly string[]
  readonly maxTokens: number | undefined
  /** Bytes of the pictures that it was shown, in their order. */
  readonly pictures: readonly Buffer[]
}

/** One reply of the model, or of a server that fails. */
export type ModelReply =
  | { readonly kind: 'text'; readonly text: string; readonly finish?: string }
  | { readonly kind: 'call'; readonly calls: readonly { readonly name: string; readonly input: string }[] }
  | { readonly kind: 'raw'; readonly status: number; readonly body: string; readonly headers?: Record<string, string> }
  | { readonly kind: 'silence' }
  /** Nothing, until the test says what. */
  | { readonly kind: 'held'; readonly until: Promise<ModelReply> }

export interface ModelServer {
  /** For LLM_BASE_URL. */
  readonly url: string
  readonly requests: ModelRequest[]
  /** Tells 'asked' of each request, and 'cut-off' of each that was given up. */
  readonly asked: EventEmitter
  /** Requests that whoever asked gave up before they were answered. */
  readonly cutOff: number
  close(): Promise<void>
}

/** A server that speaks chat completions on 127.0.0.1; `reply` says what the model does next, by what it has been told. */
export async function startModelServer(
  reply: (asked: ModelRequest, index: number) => ModelReply,
): Promise<ModelServer> {
  const requests: ModelRequest[] = []
  const asking = new EventEmitter()
  let cutOff = 0
  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    const { model, messages, tools = [], max_tokens: maxTokens } = request.parse(JSON.parse(await text(incoming)))
    const asked = {
      authorization: incoming.headers.authorization,
      model,
      maxTokens,
      messages: messages.map(({ role, content }) => ({
        role,
        content: typeof content === 'string' ? content : JSON.stringify(content),
      })),
      tools: tools.map((tool) => tool.function.name),
      pictures: messages.flatMap(({ content }) => picturesIn(content)),
    }
    requests.push(asked)
    response.on('close', () => {
      if (response.writableEnded) return
      cutOff += 1
      asking.emit('cut-off')
    })
    const said = reply(asked, requests.length - 1)
    asking.emit('asked')
    send(response, said.kind === 'held' ? await said.until : said)
  }
  const server = createServer((incoming, response) => void answer(incoming, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    asked: asking,
    get cutOff() {
      return cutOff
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const picturePart = z.object({ type: z.literal('image_url'), image_url: z.object({ url: z.string() }) })
const JPEG_URL = 'data:image/jpeg;base64,'

function picturesIn(content: unknown): Buffer[] {
  if (!Array.isArray(content)) return []
  return content.flatMap((part) => {
    const read = picturePart.safeParse(part)
    if (!read.success) return []
    const { url } = read.data.image_url
    if (!url.startsWith(JPEG_URL)) throw new Error(`no JPEG was sent: ${url.slice(0, 40)}`)
    return [Buffer.from(url.slice(JPEG_URL.length), 'base64')]
  })
}

function send(response: ServerResponse, reply: ModelReply): void {
  if (reply.kind === 'silence' || reply.kind === 'held' || response.destroyed) return
  if (reply.kind === 'raw') {
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers }).end(reply.body)
    return
  }
  const message =
    reply.kind === 'text'
      ? { role: 'assistant', content: reply.text }
      : {
          role: 'assistant',
          content: null,
          tool_calls: reply.calls.map(({ name, input }, index) => ({
            id: `call-${index}-${Math.random()}`,
            type: 'function',
            function: { name, arguments: input },
          })),
        }
  const finish = reply.kind === 'text' ? (reply.finish ?? 'stop') : 'tool_calls'
  const body = {
    id: 'x',
    object: 'chat.completion',
    created: 0,
    model: 'test',
    choices: [{ index: 0, message, finish_reason: finish }],
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** What the last tools returned, as the model reads it. */
export function lastToolResult(asked: ModelRequest): unknown {
  const last = asked.messages.findLast(({ role }) => role === 'tool')
  return JSON.parse(last?.content ?? 'null')
}
