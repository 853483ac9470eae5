import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import { EXTENSIONS_HEADER, type ExtensionName, extensionNames, formatExtensions } from '../../src/contract/extensions'
import { API_PREFIX } from '../../src/contract/limits'

/** Asked for what it offers before anybody has made a call. */
const SIGN_IN_PAGE = '/login'

/** Tells the app on every API answer what this hub offers beyond the contract (EXT-01). */
export const extensionsHeader = plugin(
  async (fastify: FastifyInstance, { isOffered }: { isOffered: (name: ExtensionName) => boolean }) => {
    const value = formatExtensions(extensionNames.filter(isOffered))
    fastify.addHook('onRequest', (request, reply, done) => {
      if (request.url.startsWith(`${API_PREFIX}/`) || request.url === SIGN_IN_PAGE)
        reply.header(EXTENSIONS_HEADER, value)
      done()
    })
  },
  { name: 'extensions-header' },
)
