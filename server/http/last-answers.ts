import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'

/** While the hub closes, an answer ends its connection: kept alive it would hold up the end until its time is over. */
export const lastAnswers = plugin(
  async (fastify: FastifyInstance) => {
    let isClosing = false
    fastify.addHook('preClose', async () => {
      isClosing = true
    })
    fastify.addHook('onSend', async (_request, reply) => {
      if (isClosing) reply.header('connection', 'close')
    })
  },
  { name: 'last-answers' },
)
