import http from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyServerFactory, LogController } from 'fastify'
import { MINUTE_MS } from '../../src/lib/durations'
import { STRANGERS_BYTES } from '../lib/request-limits'
import { answerError } from './error-answers'
import type { GivenCertificate } from './given-certificate'
import type { HttpConfig } from './http-config'
import type { OwnCertificate } from './own-certificate'
import type { Certificate } from './pem'
import { type LoggerOptions, loggerOptions } from './request-log'

/** A clip of the largest size over a slow line. */
const REQUEST_TIMEOUT_MS = 15 * MINUTE_MS
/** A reader or sender that stands still this long gives its file and socket back; players ask again by range. */
export const IDLE_MS = 120_000
/**
 * A camera that nobody watches comes every 10 s: with Node's 5 s it would shake hands each time, and now and then send
 * into a connection that is just being closed.
 */
const KEEP_ALIVE_MS = 75_000

/** Of each server that takes requests for the hub. */
export const serverLimits = { requestTimeout: REQUEST_TIMEOUT_MS, keepAliveTimeout: KEEP_ALIVE_MS }

/** The bare server, over https where there is a certificate. */
export function createServer(
  config: HttpConfig,
  logger: LoggerOptions,
  certificate: Certificate | null,
): FastifyInstance {
  return Fastify({
    logger: loggerOptions(logger),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: STRANGERS_BYTES,
    serverFactory: serverFactory(certificate),
    trustProxy: [...config.trustedProxies],
    frameworkErrors: answerError,
    clientErrorHandler: refuseBrokenRequest,
  })
}

/** null: this hub has none of that kind. */
export interface Certificates {
  readonly own: OwnCertificate | null
  readonly given: GivenCertificate | null
}

/** The certificate of the hub's first server: read from its files, or made; null: plain http. */
export function certificateOf({ tls }: HttpConfig, { own, given }: Certificates): Certificate | null {
  if (tls === null) return null
  return (tls.kind === 'self-signed' ? own : given)?.current ?? null
}

function serverFactory(certificate: Certificate | null): FastifyServerFactory {
  if (certificate === null) return (handler) => http.createServer(serverLimits, handler).setTimeout(IDLE_MS)
  return (handler) => https.createServer({ ...serverLimits, ...certificate }, handler).setTimeout(IDLE_MS)
}

/** What is no HTTP gets the contract's kind of answer, and its bytes, which may hold a token, enter no log. */
export function refuseBrokenRequest(_problem: Error, socket: Socket): void {
  if (socket.writable) {
    const body = JSON.stringify({ code: 'invalid-input', message: 'The request could not be read.' })
    const head = ['HTTP/1.1 400 Bad Request', 'Content-Type: application/json; charset=utf-8', 'Connection: close']
    socket.write(`${[...head, `Content-Length: ${Buffer.byteLength(body)}`].join('\r\n')}\r\n\r\n${body}`)
  }
  socket.destroySoon()
}
