import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import { EXTENSIONS_HEADER, extensionNames, formatExtensions } from '../../src/contract/extensions'
import { API_PREFIX } from '../../src/contract/limits'
import type { Config } from '../hub/config'

/** Tells the app on every API answer what this hub offers beyond the contract (EXT-01). */
export const extensionsHeader = plugin(
  async (fastify: FastifyInstance, { config }: { config: Pick<Config, 'personModel'> }) => {
    const isOffered = (name: string) => name !== 'person-model' || config.personModel !== null
    const value = formatExtensions(extensionNames.filter(isOffered))
    fastify.addHook('onRequest', async (request, reply) => {
      if (request.url.startsWith(`${API_PREFIX}/`)) reply.header(EXTENSIONS_HEADER, value)
    })
  },
  { name: 'extensions-header' },
)
