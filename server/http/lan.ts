import { createServer, type Server } from 'node:https'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { LanConfig } from './lan-config'
import type { OwnCertificate } from './own-certificate'
import { IDLE_MS, refuseBrokenRequest, serverLimits } from './server'

/** Requests that do not end are cut off then. */
const CLOSE_LIMIT_MS = 10_000

/**
 * A second ear of the same hub: https on all addresses of this machine, so that cameras of other devices get a secure page
 * while the first camera's page stays where it is, on http of localhost. It closes with the hub.
 */
export class Lan {
  readonly #config: LanConfig
  readonly #server: Server

  /** The hub must be ready when somebody asks here, not before. */
  constructor(fastify: FastifyInstance, config: LanConfig, certificate: OwnCertificate) {
    this.#config = config
    this.#server = createServer({ ...serverLimits, ...certificate.current }, (request, reply) =>
      fastify.routing(request, reply),
    )
    this.#server.setTimeout(IDLE_MS)
    this.#server.on('clientError', (problem, socket) => {
      if (socket instanceof Socket) refuseBrokenRequest(problem, socket)
      else socket.destroy()
    })
    // Live view takes its sockets from the hub's first server.
    this.#server.on('upgrade', (request, socket, head) => fastify.server.emit('upgrade', request, socket, head))
    certificate.serve(this.#server)
    fastify.addHook('preClose', async () => this.#hush())
    fastify.addHook('onClose', async () => this.#close())
  }

  /** Rejects as `listen` of Node does. */
  async listen(host?: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen({ port: this.#config.port, ...(host !== undefined && { host }) }, () => {
        this.#server.off('error', reject)
        resolve()
      })
    })
  }

  get port(): number {
    const address = this.#server.address()
    return typeof address === 'object' && address !== null ? address.port : this.#config.port
  }

  /** Nobody new, from the moment at which the hub begins to close. */
  #hush(): void {
    if (this.#server.listening) this.#server.close()
    this.#server.closeIdleConnections()
  }

  async #close(): Promise<void> {
    const limit = setTimeout(() => this.#server.closeAllConnections(), CLOSE_LIMIT_MS)
    await new Promise<void>((resolve) => {
      this.#server.once('close', resolve)
      // One that is closed already calls back with a problem, at once.
      this.#server.close(() => resolve())
      this.#server.closeIdleConnections()
    })
    clearTimeout(limit)
  }
}
