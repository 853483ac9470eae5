import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { type AskedName, addressesOf } from './name-lookup'

/** One POST to an address that was checked. */
export interface PinnedPost {
  /** The only address that is connected to. */
  readonly address: string
  /** How long connecting may take. */
  readonly connectLimitMs: number
  readonly hostname: string
  readonly port: number
  readonly path: string
  readonly isSecure: boolean
  readonly body: string | Buffer
  /** Those that describe the body, and what the other side asks for. */
  readonly headers: Readonly<Record<string, string>>
}

export interface PostAnswer {
  readonly status: number
  /** The header Retry-After as it came. */
  readonly retryAfter: string | null
}

/** The hub's only way to other people's servers, apart from mail: tests put their own in its place. */
export interface OutsideNetwork {
  /** Every address of a name. Rejects when there is none, or when the signal says so. */
  resolve(name: AskedName, signal: AbortSignal): Promise<readonly string[]>
  /**
   * Resolves at the head of the answer, as nothing of its body is used. Rejects when no answer comes; with `NotConnected`
   * where nothing was sent. Follows no redirect.
   */
  post(post: PinnedPost, signal: AbortSignal): Promise<PostAnswer>
}

/** Nobody was reached at an address, so that another one can be tried without sending anything twice. */
export class NotConnected extends Error {
  override readonly name = 'NotConnected'
}

/** What is read of an answer before the line is cut: nothing in it is used. */
const MAX_ANSWER_BYTES = 64 * 1024

/** The real network. `ca`: certificates to trust instead of the usual ones; `nameServers`: whom to ask instead of the machine's. */
export function nodeNetwork(ca?: string, nameServers?: readonly string[]): OutsideNetwork {
  return {
    resolve: (name, signal) => addressesOf(name, signal, nameServers),
    post: (post, signal) => send(post, signal, ca),
  }
}

function send(post: PinnedPost, signal: AbortSignal, ca: string | undefined): Promise<PostAnswer> {
  return new Promise((resolve, reject) => {
    const request = post.isSecure
      ? https.request({ ...optionsOf(post, signal), ...(ca !== undefined && { ca }), servername: serverNameOf(post) })
      : http.request(optionsOf(post, signal))
    let isConnected = false
    const late = setTimeout(() => request.destroy(new NotConnected('connecting took too long')), post.connectLimitMs)
    request.on('socket', (socket) =>
      socket.once(post.isSecure ? 'secureConnect' : 'connect', () => {
        isConnected = true
        clearTimeout(late)
      }),
    )
    request.on('close', () => clearTimeout(late))
    request.on('error', (problem) => reject(isConnected ? problem : new NotConnected(problem.message)))
    // Without a listener Node cuts the line and says nothing: whoever waits would wait for ever.
    request.on('upgrade', (answer, socket) => {
      socket.destroy()
      resolve({ status: answer.statusCode ?? 0, retryAfter: null })
    })
    request.on('response', (answer) => {
      resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] ?? null })
      readRest(answer)
    })
    request.end(post.body)
  })
}

function optionsOf({ address, hostname, port, path, body, headers }: PinnedPost, signal: AbortSignal) {
  return {
    method: 'POST',
    // An address instead of the name: nothing is looked up between the check and the connection.
    host: address,
    port,
    path,
    signal,
    // A kept connection could outlive the check of its address.
    agent: false,
    setHost: false,
    headers: {
      ...headers,
      host: port === 443 || port === 80 ? hostname : `${hostname}:${port}`,
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Nightjar',
      connection: 'close',
    },
  }
}

/** The certificate must be the name's, not the address's; bare addresses have no server name. */
function serverNameOf({ hostname }: PinnedPost): string {
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname : ''
}

/** So that who answers may end in peace: to the end, or as far as it cares. A rest that breaks off does not matter. */
function readRest(answer: IncomingMessage): void {
  let readBytes = 0
  answer.on('error', () => undefined)
  answer.on('data', (chunk: Buffer) => {
    readBytes += chunk.length
    if (readBytes > MAX_ANSWER_BYTES) answer.destroy()
  })
}
