import type { FastifyInstance } from 'fastify'
import { API_PREFIX } from '../../src/contract/limits'
import { describeContract } from './openapi'

/** For people and programs that want to call the hub (OPS-12). */
export function openapiRoute(fastify: FastifyInstance): void {
  let document: string | null = null
  fastify.get(`${API_PREFIX}/openapi.json`, async (_request, reply) => {
    document ??= JSON.stringify(describeContract())
    return reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(document)
  })
}
