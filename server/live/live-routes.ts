import type { FastifyInstance, FastifyRequest } from 'fastify'
import { API_PREFIX } from '../../src/contract/limits'
import { LIVE_PATH, LIVE_PROTOCOL } from '../../src/contract/live/live'
import { isOwnOrigin } from '../http/origin'
import { foreignOrigin, invalidInput, notFound } from '../lib/errors'
import { Connection } from './connection'
import { admissionOf } from './passes'
import type { LiveServices } from './services'

/** The socket that every signed-in tab keeps. Who it is comes as the first message, never in the address. */
export function liveRoutes(fastify: FastifyInstance, services: LiveServices): void {
  const { config, clock, switchboard, liveLimits } = services
  fastify.route({
    method: 'GET',
    url: API_PREFIX + LIVE_PATH,
    onRequest: async (request) => {
      if (request.ws) requireOwnPage(services, request)
    },
    handler: async () => {
      throw notFound('address')
    },
    wsHandler: (socket, request) => {
      new Connection(socket, {
        switchboard,
        admit: (token, workspaceId) => admissionOf(services, token, workspaceId),
        iceServers: config.iceServers,
        helloLimitMs: liveLimits.helloMs,
        line: request.raw.socket,
        clock,
        log: request.log,
      })
    },
  })
}

/** A page of somebody else's gets no socket; programs send no origin. */
function requireOwnPage(services: LiveServices, request: FastifyRequest): void {
  const { origin } = request.headers
  if (origin !== undefined && !isOwnOrigin(services, request, origin)) throw foreignOrigin()
  const protocols = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim())
  if (!protocols.includes(LIVE_PROTOCOL)) throw invalidInput(`Ask for the protocol ${LIVE_PROTOCOL}.`)
}
