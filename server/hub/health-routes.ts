import { isIPv4 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HubError, notFound } from '../lib/errors'
import { pingDatabase } from './health-rows'
import type { Services } from './services'

const PING_LIMIT_MS = 3_000
/** What a proxy adds: behind one, every request comes from this machine. */
const FORWARDING_HEADERS = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/** `peers` and `ownProcess`: left out, this hub is alone, and one process. */
type HealthServices = Pick<Services, 'db' | 'log' | 'metrics' | 'mqtt' | 'version'> &
  Partial<Pick<Services, 'peers' | 'ownProcess'>>

/** For whoever runs the hub: is it well, and how busy (OPS-01). */
export function operationRoutes(fastify: FastifyInstance, services: HealthServices): void {
  fastify.get('/healthz', async (request) => {
    await requireDatabase(services)
    const pubsub = services.peers?.state ?? 'alone'
    const { mqtt, ownProcess, version } = services
    return {
      status: 'ok',
      // Whoever looks for hubs with a known fault learns nothing here (REL-10).
      ...(version !== null && isFromThisMachine(request) && { version }),
      ...(ownProcess && { processes: { running: ownProcess.running, of: ownProcess.of } }),
      // Away, they take nothing from what a camera sends: the hub is well, and must not be started anew for that.
      ...(mqtt !== null && { mqtt: ownProcess?.broker ?? mqtt.state }),
      ...(pubsub !== 'alone' && { pubsub }),
    }
  })
  fastify.get('/metrics', async (request, reply) => {
    if (!isFromThisMachine(request)) throw notFound('address')
    const { type, text } = await services.metrics.scrape()
    return reply.header('content-type', type).send(text)
  })
}

async function requireDatabase({ db, log }: Pick<Services, 'db' | 'log'>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), PING_LIMIT_MS)
  })
  try {
    await Promise.race([pingDatabase(db), late])
  } catch (problem) {
    log.error({ problem: String(problem) }, 'the database does not answer')
    throw new HubError(503, 'unavailable', 'The database does not answer. Look at the log of the hub.')
  } finally {
    clearTimeout(timer)
  }
}

/** The figures tell how many cameras there are and when: nothing for the open internet, nor for pages in a browser here. */
function isFromThisMachine({ socket, headers, hostname }: FastifyRequest): boolean {
  if (FORWARDING_HEADERS.some((name) => headers[name] !== undefined)) return false
  return (
    isLoopback(socket.remoteAddress ?? '') && (hostname === 'localhost' || isLoopback(hostname.replace(/[[\]]/g, '')))
  )
}

function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '')
  return plain === '::1' || (isIPv4(plain) && plain.startsWith('127.'))
}
