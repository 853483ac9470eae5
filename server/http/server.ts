import { readFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyServerFactory, LogController } from 'fastify'
import type { Clock } from '../lib/clock'
import { StartupProblem } from '../lib/startup-problem'
import { answerError } from './error-answers'
import type { HttpConfig } from './http-config'
import { type LoggerOptions, loggerOptions } from './request-log'
import { type Certificate, certificateNames, lanAddresses, loadCertificate } from './self-signed'

/** A clip of the largest size over a slow line. */
const REQUEST_TIMEOUT_MS = 15 * 60_000
const MAX_JSON_BYTES = 1024 ** 2
/** A reader or sender that stands still this long gives its file and socket back; players ask again by range. */
const IDLE_MS = 120_000
/**
 * A camera that nobody watches comes every 10 s: with Node's 5 s it would shake hands each time, and now and then send
 * into a connection that is just being closed.
 */
const KEEP_ALIVE_MS = 75_000
const RENEWAL_CHECK_MS = 3_600_000

/** The bare server, over https where there is a certificate. */
export function createServer(
  config: HttpConfig,
  logger: LoggerOptions,
  certificate: Certificate | null,
): FastifyInstance {
  return Fastify({
    logger: loggerOptions(logger),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_JSON_BYTES,
    serverFactory: serverFactory(certificate),
    trustProxy: [...config.trustedProxies],
    frameworkErrors: answerError,
    clientErrorHandler: refuseBrokenRequest,
  })
}

/** The certificate of the configuration: read from its files, or made; null: plain http. */
export async function certificateOf({ tls, dataDir }: HttpConfig, clock: Clock): Promise<Certificate | null> {
  if (tls === null) return null
  if (tls.kind === 'self-signed') return loadCertificate(dataDir, certificateNames(lanAddresses()), clock)
  return { cert: readPem('TLS_CERT', tls.certPath), key: readPem('TLS_KEY', tls.keyPath) }
}

/** Looks every hour whether the addresses of this machine have changed; open connections keep their certificate. */
export function renewCertificate(fastify: FastifyInstance, config: HttpConfig, clock: Clock): void {
  if (config.tls?.kind !== 'self-signed') return
  const timer = setInterval(async () => {
    try {
      const certificate = await certificateOf(config, clock)
      if (certificate !== null && fastify.server instanceof https.Server) fastify.server.setSecureContext(certificate)
    } catch (problem) {
      fastify.log.error({ problem: String(problem) }, 'the certificate could not be renewed')
    }
  }, RENEWAL_CHECK_MS)
  timer.unref()
  fastify.addHook('onClose', async () => clearInterval(timer))
}

function serverFactory(certificate: Certificate | null): FastifyServerFactory {
  const limits = { requestTimeout: REQUEST_TIMEOUT_MS, keepAliveTimeout: KEEP_ALIVE_MS }
  if (certificate === null) return (handler) => http.createServer(limits, handler).setTimeout(IDLE_MS)
  return (handler) => {
    try {
      return https.createServer({ ...limits, ...certificate }, handler).setTimeout(IDLE_MS)
    } catch {
      throw new StartupProblem('TLS_CERT and TLS_KEY do not hold a certificate and its key in PEM form.')
    }
  }
}

/** What is no HTTP gets the contract's kind of answer, and its bytes, which may hold a token, enter no log. */
function refuseBrokenRequest(_problem: Error, socket: Socket): void {
  if (socket.writable) {
    const body = JSON.stringify({ code: 'invalid-input', message: 'The request could not be read.' })
    const head = ['HTTP/1.1 400 Bad Request', 'Content-Type: application/json; charset=utf-8', 'Connection: close']
    socket.write(`${[...head, `Content-Length: ${Buffer.byteLength(body)}`].join('\r\n')}\r\n\r\n${body}`)
  }
  socket.destroySoon()
}

function readPem(variable: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new StartupProblem(`${variable} names a file that cannot be read: ${path}.`)
  }
}
