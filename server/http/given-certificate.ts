import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Server } from 'node:https'
import { createSecureContext } from 'node:tls'
import type { FastifyBaseLogger } from 'fastify'
import { HOUR_MS } from '../../src/lib/durations'
import { StartupProblem } from '../lib/startup-problem'
import type { HttpConfig, Tls } from './http-config'
import type { Certificate } from './pem'

/** Whoever renews it does so weeks before its end. */
const LOOK_MS = HOUR_MS

type Files = Extract<Tls, { kind: 'files' }>

/** The certificate of TLS_CERT and TLS_KEY, as it is now: it is renewed in its files every few weeks, and a hub runs for years. */
export class GivenCertificate {
  readonly #files: Files
  readonly #servers = new Set<Server>()
  #current: Certificate

  private constructor(files: Files) {
    this.#files = files
    this.#current = read(files)
  }

  /** null: this hub was given none. Throws StartupProblem. */
  static open({ tls }: Pick<HttpConfig, 'tls'>): GivenCertificate | null {
    return tls?.kind === 'files' ? new GivenCertificate(tls) : null
  }

  get current(): Certificate {
    return this.#current
  }

  /** From now on this server gets each new certificate; open connections keep theirs. */
  serve(server: Server): void {
    this.#servers.add(server)
  }

  /** Takes what the files hold by now. Half a change is none: the certificate may be there before its key. */
  look(log: FastifyBaseLogger): void {
    try {
      const next = read(this.#files)
      if (next.cert === this.#current.cert && next.key === this.#current.key) return
      for (const server of this.#servers) server.setSecureContext(next)
      this.#current = next
      log.info('TLS_CERT and TLS_KEY hold another certificate; it is served from now on')
    } catch (problem) {
      log.error({ problem: String(problem) }, 'the certificate could not be read again; the one before stays')
    }
  }

  /** Looks every hour; returns the end. */
  keepLooking(log: FastifyBaseLogger): () => void {
    const timer = setInterval(() => this.look(log), LOOK_MS)
    timer.unref()
    return () => clearInterval(timer)
  }
}

/** Throws StartupProblem. */
function read({ certPath, keyPath }: Files): Certificate {
  const pair = { cert: readPem('TLS_CERT', certPath), key: readPem('TLS_KEY', keyPath) }
  const fault = faultOf(pair)
  if (fault !== null) throw new StartupProblem(fault)
  return pair
}

/** As its first lines say: "BEGIN ENCRYPTED PRIVATE KEY", or "Proc-Type: 4,ENCRYPTED". */
const LOCKED_KEY = /^(?:-----BEGIN ENCRYPTED |Proc-Type: .*ENCRYPTED)/m

/** null: they fit. A server takes an empty text without a word, and then shakes no hands. */
function faultOf({ cert, key }: Certificate): string | null {
  if (LOCKED_KEY.test(key)) {
    return 'TLS_KEY is protected by a passphrase, which the hub cannot type: write it without one (openssl pkey -in KEY -out NEW_KEY).'
  }
  try {
    const isPair = new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))
    if (!isPair) return 'TLS_KEY is not the key of TLS_CERT, in whose file its own certificate comes first.'
    createSecureContext({ cert, key })
    return null
  } catch {
    return 'TLS_CERT and TLS_KEY do not hold a certificate and its key in PEM form.'
  }
}

function readPem(variable: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new StartupProblem(`${variable} names a file that cannot be read: ${path}.`)
  }
}
