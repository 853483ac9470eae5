import type { Server } from 'node:https'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../lib/clock'
import type { HttpConfig } from './http-config'
import { parseCertificate } from './pem'
import { certificateNames, lanAddresses, loadCertificate, type SignedCertificate } from './self-signed'

/** Addresses of a laptop change when it changes networks, and a hub runs for years. */
const RENEWAL_CHECK_MS = 3_600_000

/** The certificate that the hub makes for itself, as it is now. */
export class OwnCertificate {
  readonly #config: HttpConfig
  readonly #clock: Clock
  readonly #servers = new Set<Server>()
  #current: SignedCertificate

  private constructor(config: HttpConfig, clock: Clock, current: SignedCertificate) {
    this.#config = config
    this.#clock = clock
    this.#current = current
  }

  /** null: this hub needs none. */
  static async open(config: HttpConfig, clock: Clock): Promise<OwnCertificate | null> {
    if (config.lan === null && config.tls?.kind !== 'self-signed') return null
    return new OwnCertificate(config, clock, await load(config, clock))
  }

  get current(): SignedCertificate {
    return this.#current
  }

  /** SHA-256 over the certificate, as browsers show it: pairs of digits with colons between. */
  get fingerprint(): string {
    return parseCertificate(this.#current.cert)?.fingerprint256 ?? ''
  }

  /** From now on this server gets each new certificate; open connections keep theirs. */
  serve(server: Server): void {
    this.#servers.add(server)
  }

  /** Makes another where the addresses of this machine have changed or its end is near. */
  async renew(): Promise<void> {
    const next = await load(this.#config, this.#clock)
    if (next.cert === this.#current.cert) return
    this.#current = next
    for (const server of this.#servers) server.setSecureContext(next)
  }

  /** Looks every hour; returns the end. `laterMs`: processes of one folder look one after the other, and find what another made. */
  keepRenewed(log: FastifyBaseLogger, laterMs = 0): () => void {
    const timer = setInterval(() => {
      this.renew().catch((problem: unknown) =>
        log.error({ problem: String(problem) }, 'the certificate could not be renewed'),
      )
    }, RENEWAL_CHECK_MS + laterMs)
    timer.unref()
    return () => clearInterval(timer)
  }
}

function load({ dataDir, lanAddresses: named }: HttpConfig, clock: Clock): Promise<SignedCertificate> {
  // The addresses of this machine too: whoever sits at it may use any.
  return loadCertificate(dataDir, certificateNames([...lanAddresses(), ...named]), clock)
}
