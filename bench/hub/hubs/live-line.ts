import { WebSocket } from 'ws'
import {
  LIVE_FIRST_RETRY_MS,
  LIVE_PATH,
  LIVE_PROTOCOL,
  type LiveNews,
  type LiveRequest,
  liveNews,
} from '../../../src/contract/live/live'

interface Ends {
  onNews(news: LiveNews): void
  onChunk(): void
  /** The line broke; another is on its way. */
  onBroken(): void
}

/** A tab's line to the hubs, which is opened again whenever it breaks, as the app does it. */
export class LiveLine {
  readonly #url: string
  readonly #hello: () => { readonly token: string; readonly workspaceId: string }
  readonly #ends: Ends
  #socket: WebSocket
  #isClosed = false

  constructor(origin: string, hello: () => { readonly token: string; readonly workspaceId: string }, ends: Ends) {
    this.#url = `${origin.replace('http', 'ws')}/v1${LIVE_PATH}`
    this.#hello = hello
    this.#ends = ends
    this.#socket = this.#open()
  }

  send(request: LiveRequest): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(request))
  }

  sendChunk(chunk: Uint8Array): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(chunk)
  }

  /** It breaks, and comes to the hub whose turn it is. */
  openAnew(): void {
    this.#socket.terminate()
  }

  close(): void {
    this.#isClosed = true
    this.#socket.terminate()
  }

  #open(): WebSocket {
    const socket = new WebSocket(this.#url, [LIVE_PROTOCOL])
    socket.on('open', () => this.send({ kind: 'hello', ...this.#hello() }))
    socket.on('message', (data, isBinary) => {
      if (isBinary) return this.#ends.onChunk()
      this.#ends.onNews(liveNews.parse(JSON.parse(String(data))))
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      if (this.#isClosed) return
      this.#ends.onBroken()
      setTimeout(() => {
        if (!this.#isClosed) this.#socket = this.#open()
      }, LIVE_FIRST_RETRY_MS)
    })
    return socket
  }
}
