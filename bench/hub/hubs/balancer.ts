import { get } from 'node:http'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'

const CHECK_EVERY_MS = 250
const CHECK_LIMIT_MS = 3_000

interface Target {
  readonly port: number
  isIn: boolean
}

/**
 * What stands before several hubs: each connection goes to the next one that is well. A hub that refuses a connection or does
 * not answer /healthz is out until it does. It knows nothing of what passes, and so lets WebSockets through.
 */
export class Balancer {
  readonly #server: Server
  readonly #targets: readonly Target[]
  readonly #sockets = new Set<Socket>()
  readonly #closing = new AbortController()
  #next = 0
  #only: number | null = null

  private constructor(server: Server, ports: readonly number[]) {
    this.#server = server
    this.#targets = ports.map((port) => ({ port, isIn: true }))
  }

  /** On a free port of 127.0.0.1. Whoever starts it calls `close`. */
  static async start(ports: readonly number[], checkEveryMs = CHECK_EVERY_MS): Promise<Balancer> {
    const server = createServer({ pauseOnConnect: true })
    const balancer = new Balancer(server, ports)
    server.on('connection', (client) => balancer.#handOn(balancer.#watched(client), balancer.#inTurn()))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    for (const target of balancer.#targets) void balancer.#keepChecking(target, checkEveryMs)
    return balancer
  }

  get port(): number {
    const address = this.#server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** Whether a hub gets connections. */
  isIn(port: number): boolean {
    return this.#targets.some((target) => target.port === port && target.isIn)
  }

  /** One hub gets all new connections; null: all take turns. Those that there are break. */
  sendTo(port: number | null): void {
    this.#only = port
    for (const socket of this.#sockets) socket.destroy()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    const closed = new Promise((resolve) => this.#server.close(resolve))
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  /** Those that are in, beginning with another one each time; then the others, as each of them may be well again. */
  #inTurn(): Target[] {
    this.#next = (this.#next + 1) % this.#targets.length
    const turned = [...this.#targets.slice(this.#next), ...this.#targets.slice(0, this.#next)]
    const chosen = turned.filter(({ port }) => (this.#only ?? port) === port)
    return [...chosen.filter(({ isIn }) => isIn), ...chosen.filter(({ isIn }) => !isIn)]
  }

  #handOn(client: Socket, [target, ...others]: readonly Target[]): void {
    if (target === undefined) {
      client.destroy()
      return
    }
    const hub = this.#watched(connect(target.port, '127.0.0.1'))
    const refused = () => {
      target.isIn = false
      this.#handOn(client, others)
    }
    hub.once('error', refused)
    hub.once('connect', () => {
      hub.off('error', refused)
      pipeline(client, hub, () => undefined)
      pipeline(hub, client, () => undefined)
    })
  }

  #watched(socket: Socket): Socket {
    this.#sockets.add(socket)
    socket.on('error', () => undefined)
    return socket.once('close', () => this.#sockets.delete(socket))
  }

  async #keepChecking(target: Target, everyMs: number): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      await wait(everyMs, null, { signal }).catch(() => null)
      target.isIn = await isWell(target.port)
    }
  }
}

function isWell(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = get(
      { host: '127.0.0.1', port, path: '/healthz', agent: false, timeout: CHECK_LIMIT_MS },
      (answer) => {
        answer.resume()
        resolve(answer.statusCode === 200)
      },
    )
    asked.on('timeout', () => asked.destroy())
    asked.on('error', () => resolve(false))
  })
}
