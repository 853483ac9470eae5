import { hostname } from 'node:os'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import plugin from 'fastify-plugin'

/** Where log lines go; standard error unless a test wants to read them. */
export interface LoggerOptions {
  readonly level: string
  /** Its number among those of this hub; left out: there is one. */
  readonly process?: number
  readonly stream?: { write(line: string): void }
}

/** Tokens, codes and signatures never enter a log line. */
export function loggerOptions({
  level,
  stream,
  process: number,
}: LoggerOptions): NonNullable<FastifyServerOptions['logger']> {
  return {
    level,
    stream: stream ?? process.stderr,
    ...(number !== undefined && { base: { pid: process.pid, hostname: hostname(), process: number } }),
    // The last two are what the form parser tells at trace, and the bytes of a request that is no HTTP.
    redact: ['req.headers.authorization', 'headers.authorization', 'busboyOptions.headers', 'err.rawPacket'],
    serializers: { req: (request) => ({ method: request.method, path: pathOf(request.url) }) },
  }
}

const tellingLevels: ReadonlySet<string> = new Set(['debug', 'trace'])

/** One line per request, at debug: at info it would bury a sign-in code printed on the terminal. */
export const requestLog = plugin(
  async (fastify: FastifyInstance) => {
    if (!tellingLevels.has(fastify.log.level ?? '')) return
    fastify.addHook('onResponse', async (request, reply) => {
      const { method, url } = request
      const answer = { method, path: pathOf(url), status: reply.statusCode, ms: Math.round(reply.elapsedTime) }
      request.log.debug(answer, 'request')
    })
  },
  { name: 'request-log' },
)

/**
 * Queries carry the signatures of media links, and a link that was copied wrong may have lost its question mark. What
 * follows on /s/ is the token of a share.
 */
function pathOf(url: string): string {
  return url
    .split('?', 1)
    .join('')
    .replace(/(?<=^\/+s\/+)[^/]+/, '…')
    .replace(/(?<=signature(=|%3D))[\w-]+/gi, '…')
}
