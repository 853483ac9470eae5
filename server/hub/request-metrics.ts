import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import { API_PREFIX } from '../../src/contract/limits'
import type { Metrics } from './metrics'

/** Which uploads a route takes. */
const uploads: Readonly<Record<string, 'clip' | 'snapshot'>> = {
  [`${API_PREFIX}/videos/upload`]: 'clip',
  [`${API_PREFIX}/screenshots/:cameraId/upload`]: 'snapshot',
}

/** Counts every answer by its route. */
export const requestMetrics = plugin(
  async (fastify: FastifyInstance, { metrics }: { metrics: Metrics }) => {
    fastify.addHook('onResponse', (request, reply, done) => {
      // What no route takes has no pattern; methods outside HTTP's never get here.
      const route = request.routeOptions.url ?? 'none'
      const status = reply.statusCode
      metrics.noteRequest({ method: request.method, route, status, seconds: reply.elapsedTime / 1000 })
      const kind = uploads[route]
      if (kind !== undefined && status === 201) metrics.noteUpload(kind, Number(request.headers['content-length'] ?? 0))
      done()
    })
  },
  { name: 'request-metrics' },
)
