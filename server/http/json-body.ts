import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'

/** Takes JSON, and an empty body that claims to be JSON: calls without a payload send that header too (HUB-02). */
export const jsonBody = plugin(
  async (fastify: FastifyInstance) => {
    const parse = fastify.getDefaultJsonParser('error', 'error')
    fastify.removeContentTypeParser(['application/json', 'text/plain'])
    fastify.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
      body === '' ? done(null, undefined) : parse(request, body, done),
    )
  },
  { name: 'json-body' },
)
