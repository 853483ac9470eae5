import websocket from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import { API_PREFIX } from '../../src/contract/limits'
import { LIVE_PATH, LIVE_PROTOCOL, MAX_LIVE_CHUNK_BYTES } from '../../src/contract/live/live'
import { LIVE_CHUNK_HEAD_BYTES } from '../../src/contract/live/live-chunk'
import { invalidInput } from '../lib/errors'

/** A client that does not answer the hub's good-bye holds its end up no longer than this. */
const CLOSE_LIMIT_MS = 300

/** Lets routes take WebSockets. */
export const liveSocket = plugin(
  async (fastify: FastifyInstance) => {
    await fastify.register(websocket, {
      options: {
        maxPayload: LIVE_CHUNK_HEAD_BYTES + MAX_LIVE_CHUNK_BYTES,
        // Pictures are compressed already, and what is compressed for a thousand sockets takes memory for each.
        perMessageDeflate: false,
        handleProtocols: (offered) => (offered.has(LIVE_PROTOCOL) ? LIVE_PROTOCOL : false),
      },
      // Lost connections, and messages that are too large: the socket closes by itself.
      errorHandler: (problem, _socket, request) =>
        request.log.debug({ problem: problem.message }, 'a socket of live view failed'),
      // Those who are known were told already (switchboard.ts).
      preClose: (done) => {
        const { websocketServer } = fastify
        for (const client of websocketServer.clients) {
          client.close(1001)
          setTimeout(() => client.terminate(), CLOSE_LIMIT_MS).unref()
        }
        websocketServer.close()
        done()
      },
    })
    // The library would open a socket at any address, close it, and log the whole address.
    fastify.addHook('onRequest', (request, _reply, done) => {
      const isElsewhere = request.ws && request.routeOptions.url !== API_PREFIX + LIVE_PATH
      done(isElsewhere ? invalidInput('Only live view is a WebSocket.') : undefined)
    })
  },
  { name: 'live-socket' },
)
