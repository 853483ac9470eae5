import type { Server } from 'node:https'
import type { FastifyBaseLogger } from 'fastify'
import { MINUTE_MS } from '../../src/lib/durations'
import type { Clock } from '../lib/clock'
import type { AuthorityNews } from './authority'
import type { HttpConfig } from './http-config'
import { parseCertificate } from './pem'
import { certificateNames, lanAddresses, loadCertificate, type SignedCertificate } from './self-signed'

/** A laptop changes networks, a network may come after the hub, and a clock be set. */
const RENEWAL_CHECK_MS = MINUTE_MS

const sayings: Readonly<Record<AuthorityNews, string>> = {
  early:
    "the hub's own authority begins in the future: set this machine's clock; if that is right, delete authority.pem and self-signed.pem",
  over: "the hub's own authority was near its end: another was made, which devices must trust anew, and it is in authority.pem.old",
  unreadable:
    "the hub's own authority could not be read: another was made, which devices must trust anew, and it is in authority.pem.old",
  back: "the hub's own authority of before is good by this clock: it was taken back, and the other is in authority.pem.old",
}

type OwnConfig = Pick<HttpConfig, 'dataDir' | 'lanAddresses' | 'lan' | 'tls'>
type CertificateLog = Pick<FastifyBaseLogger, 'warn' | 'error'>

/** The certificate that the hub makes for itself, as it is now. */
export class OwnCertificate {
  readonly #config: OwnConfig
  readonly #clock: Clock
  readonly #servers = new Set<Server>()
  #current: SignedCertificate
  #toldNews: AuthorityNews | null = null

  private constructor(config: OwnConfig, clock: Clock, current: SignedCertificate) {
    this.#config = config
    this.#clock = clock
    this.#current = current
  }

  /** null: this hub needs none. */
  static async open(config: OwnConfig, clock: Clock): Promise<OwnCertificate | null> {
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
  async renew(log: CertificateLog): Promise<void> {
    const { cert } = this.#current
    this.#current = await load(this.#config, this.#clock)
    this.tellNews(log)
    if (this.#current.cert === cert) return
    for (const server of this.#servers) server.setSecureContext(this.#current)
  }

  /** Says what somebody must hear of the authority, once. */
  tellNews(log: CertificateLog): void {
    const { news } = this.#current
    if (news !== null && news !== this.#toldNews) log.warn(sayings[news])
    this.#toldNews = news
  }

  /** Looks every minute; returns the end. `laterMs`: processes of one folder look one after the other, and find what another made. */
  keepRenewed(log: CertificateLog, laterMs = 0): () => void {
    const timer = setInterval(() => {
      this.renew(log).catch((problem: unknown) =>
        log.error({ problem: String(problem) }, 'the certificate could not be renewed'),
      )
    }, RENEWAL_CHECK_MS + laterMs)
    timer.unref()
    return () => clearInterval(timer)
  }
}

function load({ dataDir, lanAddresses: named }: OwnConfig, clock: Clock): Promise<SignedCertificate> {
  // The addresses of this machine too: whoever sits at it may use any.
  return loadCertificate(dataDir, certificateNames([...lanAddresses(), ...named]), clock)
}
