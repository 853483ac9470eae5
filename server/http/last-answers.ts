import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'

/** While the hub closes, an answer ends its connection: kept alive it would hold up the end until its time is over. */
export const lastAnswers = plugin(
  async (fastify: FastifyInstance) => {
    let isClosing = false
    fastify.addHook('preClose', async () => {
      isClosing = true
    })
    // With the callback, as a promise for each request would cost more than what is done.
    fastify.addHook('onSend', (_request, reply, payload, done) => {
      if (isClosing) reply.header('connection', 'close')
      done(null, payload)
    })
  },
  { name: 'last-answers' },
)
