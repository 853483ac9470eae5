import { createServer, type Server, Socket } from 'node:net'

/** What happens to one connection. */
export type Fate =
  | { readonly kind: 'passes' }
  /** The first bytes go through, then the connection breaks. */
  | { readonly kind: 'request-lost'; readonly afterBytes: number }
  /** All that is sent goes through; the connection breaks when the answer begins. */
  | { readonly kind: 'answer-lost' }
  | { readonly kind: 'slow'; readonly bytesPerSecond: number }

const TICK_MS = 20

/** A proxy on loopback between two that trust each other, with faults. Whoever starts it calls `close`. */
export class FaultyProxy {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #targetPort: number
  /** Asked once for each new connection. */
  fateOf: () => Fate = () => ({ kind: 'passes' })

  private constructor(server: Server, targetPort: number) {
    this.#server = server
    this.#targetPort = targetPort
  }

  static async start(targetUrl: string): Promise<FaultyProxy> {
    const server = createServer({ allowHalfOpen: false })
    const proxy = new FaultyProxy(server, Number(new URL(targetUrl).port))
    server.on('connection', (socket) => proxy.#take(socket))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return proxy
  }

  get origin(): string {
    const address = this.#server.address()
    return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  }

  /** Breaks every connection that there is now. */
  cut(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy()
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    this.cut()
    await closed
  }

  #take(client: Socket): void {
    const target = new Socket()
    this.#bind(client, target)
    target.connect(this.#targetPort, '127.0.0.1')
    forward(client, target, this.fateOf())
  }

  /** One does not outlive the other. */
  #bind(client: Socket, target: Socket): void {
    for (const [socket, other] of [
      [client, target],
      [target, client],
    ] as const) {
      this.#sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        this.#sockets.delete(socket)
        other.destroy()
      })
    }
  }
}

function forward(client: Socket, target: Socket, fate: Fate): void {
  switch (fate.kind) {
    case 'passes':
      client.pipe(target)
      target.pipe(client)
      return
    case 'request-lost':
      breakAfter(client, target, fate.afterBytes)
      target.pipe(client)
      return
    case 'answer-lost':
      client.pipe(target)
      target.once('data', () => client.resetAndDestroy())
      return
    case 'slow':
      trickle(client, target, fate.bytesPerSecond)
      target.pipe(client)
  }
}

function breakAfter(client: Socket, target: Socket, afterBytes: number): void {
  let passedBytes = 0
  client.on('data', (chunk: Buffer) => {
    passedBytes += chunk.length
    target.write(chunk)
    if (passedBytes >= afterBytes) client.resetAndDestroy()
  })
}

function trickle(client: Socket, target: Socket, bytesPerSecond: number): void {
  let timer: NodeJS.Timeout | undefined
  client.once('close', () => clearTimeout(timer))
  client.on('data', (chunk: Buffer) => {
    client.pause()
    target.write(chunk)
    timer = setTimeout(() => client.resume(), Math.max(TICK_MS, (chunk.length / bytesPerSecond) * 1000))
  })
}
