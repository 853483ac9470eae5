import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** What becomes of one request, and whether the store has it all the same. */
export interface Trouble {
  readonly kind: 'failing' | 'silent' | 'cut'
  readonly isStored: boolean
}

/**
 * A proxy on loopback before an object store. It takes a request whole before it hands it on, because a real store never
 * keeps half an object. Whoever starts it calls `close`.
 */
export class StoreProxy {
  readonly #server: Server
  readonly #target: URL
  /** Asked for each request; null: all goes well. */
  troubleOf: () => Trouble | null = () => null

  private constructor(target: string) {
    this.#target = new URL(target)
    this.#server = createServer((asked, answer) => void this.#take(asked, answer).catch(() => answer.destroy()))
  }

  static async start(target: string): Promise<StoreProxy> {
    const proxy = new StoreProxy(target)
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve))
    return proxy
  }

  get origin(): string {
    const address = this.#server.address()
    return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  }

  /** Breaks every connection that there is now. */
  cut(): void {
    this.#server.closeAllConnections()
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    this.cut()
    await closed
  }

  async #take(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = await buffer(asked)
    const trouble = this.troubleOf()
    if (trouble === null) return this.#handOn(asked, body, answer)
    if (trouble.isStored) await this.#handOn(asked, body, null)
    switch (trouble.kind) {
      case 'failing':
        answer.writeHead(500).end()
        return
      case 'cut':
        answer.destroy()
        return
      case 'silent':
        // Until `cut`.
        return
    }
  }

  /** The signature covers the host by which the hub knows the store: it stays as it is. */
  #handOn(asked: IncomingMessage, body: Buffer, answer: ServerResponse | null): Promise<void> {
    return new Promise((resolve, reject) => {
      const { method, url, headers } = asked
      const options = { host: this.#target.hostname, port: this.#target.port, method, path: url, headers, agent: false }
      const sent = request(options, (got) => {
        if (answer === null) got.resume()
        else got.pipe(answer.writeHead(got.statusCode ?? 500, got.headers))
        got.on('end', resolve)
        got.on('error', reject)
      })
      sent.on('error', reject)
      sent.end(body)
    })
  }
}
