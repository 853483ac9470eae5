import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import helmet, { type HelmetOptions } from 'helmet'
import type { HttpConfig } from './http-config'

/** Isolation for shared memory (SEC-05), and a policy that lets the page load nothing of anyone else's. */
export const securityHeaders = plugin(
  async (fastify: FastifyInstance, { config }: { config: Pick<HttpConfig, 'publicOrigin' | 'tls'> }) => {
    const fixed = Object.entries(
      headersOf({
        crossOriginOpenerPolicy: { policy: 'same-origin' },
        crossOriginEmbedderPolicy: { policy: 'require-corp' },
        contentSecurityPolicy: { useDefaults: false, directives: directivesFor(config.publicOrigin) },
        // Over plain http, or with a certificate that browsers warn of, this would lock people out of their own hub.
        strictTransportSecurity: config.tls?.kind === 'files' ? { maxAge: 15_552_000 } : false,
      }),
    )
    fastify.addHook('onRequest', (_request, reply, done) => {
      for (const [name, value = ''] of fixed) reply.raw.setHeader(name, value)
      reply.header('permissions-policy', 'camera=(self), microphone=(self), screen-wake-lock=(self)')
      done()
    })
  },
  { name: 'security-headers' },
)

/** The same for all answers, and so made once: the library's plugin builds and checks its rules anew for each, 12 µs where these take 2. */
function headersOf(options: HelmetOptions): OutgoingHttpHeaders {
  const sample = new ServerResponse(new IncomingMessage(new Socket()))
  helmet(options)(sample.req, sample, () => undefined)
  return sample.getHeaders()
}

function directivesFor(publicOrigin: string | null): Record<string, string[]> {
  const media = publicOrigin === null ? [] : [publicOrigin]
  return {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
    // emotion writes its rules into style elements.
    styleSrc: ["'self'", "'unsafe-inline'"],
    fontSrc: ["'self'"],
    imgSrc: ["'self'", 'data:', 'blob:', ...media],
    mediaSrc: ["'self'", 'blob:', ...media],
    connectSrc: ["'self'", ...media],
    workerSrc: ["'self'", 'blob:'],
    objectSrc: ["'none'"],
    baseUri: ["'self'"],
    frameAncestors: ["'none'"],
    formAction: ["'self'"],
  }
}
