import { createServer, type Server, Socket } from 'node:net'

/**
 * A network on loopback that can be cut: bytes stop both ways and connections neither open nor break, as when a machine
 * leaves its network; later all goes on. Whoever starts it calls `close`.
 */
export class StoppingProxy {
  readonly #server: Server
  readonly #targetPort: number
  readonly #sockets = new Set<Socket>()
  #isCut = false

  private constructor(server: Server, targetPort: number) {
    this.#server = server
    this.#targetPort = targetPort
  }

  static async start(targetUrl: string): Promise<StoppingProxy> {
    const server = createServer({ pauseOnConnect: true })
    const proxy = new StoppingProxy(server, Number(new URL(targetUrl).port))
    server.on('connection', (socket) => proxy.#take(socket))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return proxy
  }

  get origin(): string {
    const address = this.#server.address()
    return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  }

  cut(): void {
    this.#isCut = true
    for (const socket of this.#sockets) socket.pause()
  }

  mend(): void {
    this.#isCut = false
    for (const socket of this.#sockets) socket.resume()
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  #take(client: Socket): void {
    const target = new Socket()
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      this.#sockets.add(from)
      from.on('data', (bytes) => void to.write(bytes))
      from.on('error', () => undefined)
      from.on('close', () => {
        this.#sockets.delete(from)
        to.destroy()
      })
      if (this.#isCut) from.pause()
    }
    target.connect(this.#targetPort, '127.0.0.1')
    if (!this.#isCut) client.resume()
  }
}
