import { createReadStream } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { personModelCalls } from '../../../src/contract/person-model'
import type { Handler, Route } from '../../http/contract'
import { originOf } from '../../http/origin'
import { notFound } from '../../lib/errors'
import type { CameraServices } from '../services'
import { PERSON_MODEL_PREFIX } from './person-model'

const address = z.object({ name: z.string() })
const query = z.object({ expires: z.string(), signature: z.string() })

/** The operator's person model: where it is, for cameras; and its file, by a signed link, for workers that send no token. */
export function personModelRoutes(
  fastify: FastifyInstance,
  services: CameraServices,
  route: Route<CameraServices>,
): void {
  route(personModelCalls.read, read)
  fastify.route({
    method: 'GET',
    url: `${PERSON_MODEL_PREFIX}/:name`,
    handler: async (request, reply) => {
      const { name } = address.parse(request.params)
      const asked = query.safeParse(request.query)
      const file = services.personModel?.file() ?? null
      const isValid = asked.success && services.personModel?.isValid(name, asked.data.expires, asked.data.signature)
      if (!isValid || file?.name !== name) throw notFound('model behind this link, or the link has expired')
      reply.headers({
        'content-type': 'application/octet-stream',
        'content-length': file.sizeBytes,
        'cache-control': 'private, max-age=300',
        // The app may come from another address than the hub's own.
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      })
      return reply.send(createReadStream(file.path))
    },
  })
}

const read: Handler<typeof personModelCalls.read, CameraServices> = async (services, { request }) => {
  const { personModel } = services
  const file = personModel?.file() ?? null
  if (personModel === null || file === null) return { model: null }
  const { inputSize, classIndex } = personModel.config
  return { model: { url: originOf(services, request) + personModel.sign(file), inputSize, classIndex } }
}
