import { readFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyServerFactory, LogController } from 'fastify'
import type { Config } from './config'
import { answerError } from './plugins/errors'
import { type LoggerOptions, loggerOptions } from './plugins/request-log'
import { StartupProblem } from './startup-problem'

/** A clip of the largest size over a slow line. */
const REQUEST_TIMEOUT_MS = 15 * 60_000
const MAX_JSON_BYTES = 1024 ** 2
/** A reader or sender that stands still this long gives its file and socket back; players ask again by range. */
const IDLE_MS = 120_000

/** The bare server, over http or https. */
export function createServer(config: Config, logger: LoggerOptions): FastifyInstance {
  return Fastify({
    logger: loggerOptions(logger),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_JSON_BYTES,
    serverFactory: serverFactory(config),
    frameworkErrors: answerError,
    clientErrorHandler: refuseBrokenRequest,
  })
}

function serverFactory({ tls }: Config): FastifyServerFactory {
  const limits = { requestTimeout: REQUEST_TIMEOUT_MS }
  if (tls === null) return (handler) => http.createServer(limits, handler).setTimeout(IDLE_MS)
  const certificate = { cert: readPem('TLS_CERT', tls.certPath), key: readPem('TLS_KEY', tls.keyPath) }
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

function readPem(variable: string, path: string): Buffer {
  try {
    return readFileSync(path)
  } catch {
    throw new StartupProblem(`${variable} names a file that cannot be read: ${path}.`)
  }
}
