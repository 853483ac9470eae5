import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import type { HttpConfig } from './http-config'

/** Isolation for shared memory (SEC-05), and a policy that lets the page load nothing of anyone else's. */
export const securityHeaders = plugin(
  async (fastify: FastifyInstance, { config }: { config: Pick<HttpConfig, 'publicOrigin' | 'tls'> }) => {
    await fastify.register(helmet, {
      crossOriginOpenerPolicy: { policy: 'same-origin' },
      crossOriginEmbedderPolicy: { policy: 'require-corp' },
      contentSecurityPolicy: { useDefaults: false, directives: directivesFor(config.publicOrigin) },
      // Over plain http, or with a certificate that browsers warn of, this would lock people out of their own hub.
      strictTransportSecurity: config.tls?.kind === 'files' ? { maxAge: 15_552_000 } : false,
    })
    fastify.addHook('onRequest', async (_request, reply) => {
      reply.header('permissions-policy', 'camera=(self), microphone=(self), screen-wake-lock=(self)')
    })
  },
  { name: 'security-headers' },
)

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
