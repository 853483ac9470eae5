import { isIPv4 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { SECOND_MS } from '../../src/lib/durations'
import { HubError, notFound } from '../lib/errors'
import { askDatabase } from './health-rows'
import type { Services } from './services'

const PING_LIMIT_MS = 3_000
/**
 * How far a hub's clock may be from the database's. Two hubs that keep to it are half a minute apart at most, and a job that
 * one of them runs is never held for less than 40 s more (jobs.ts): none takes it from the other.
 */
const CLOCKS_APART_MS = 15_000
/** What a proxy adds: behind one, every request comes from this machine. */
const FORWARDING_HEADERS = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/** `peers` and `ownProcess`: left out, this hub is alone, and one process. */
type HealthServices = Pick<Services, 'clock' | 'db' | 'log' | 'metrics' | 'mqtt' | 'version'> &
  Partial<Pick<Services, 'peers' | 'ownProcess'>>

/** For whoever runs the hub: is it well, and how busy (OPS-01). */
export function operationRoutes(fastify: FastifyInstance, services: HealthServices): void {
  fastify.get('/healthz', async (request) => {
    const secondsAheadOfDatabase = await requireDatabase(services)
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
      // A hub that is started anew has the same clock.
      ...(secondsAheadOfDatabase !== 0 && { secondsAheadOfDatabase }),
    }
  })
  fastify.get('/metrics', async (request, reply) => {
    if (!isFromThisMachine(request)) throw notFound('address')
    const { type, text } = await services.metrics.scrape()
    return reply.header('content-type', type).send(text)
  })
}

/**
 * Tells the log where this hub's clock and the database's differ: hubs of one database say to each other by their own clocks
 * until when they run a job (OPS-08). Rejects when the database does not answer.
 */
export async function warnOfClock(services: Pick<Services, 'clock' | 'db' | 'log'>): Promise<void> {
  const secondsAheadOfDatabase = await secondsAhead(services)
  if (secondsAheadOfDatabase === 0) return
  services.log.warn(
    { secondsAheadOfDatabase },
    "this machine's clock and the database's differ: set the one that is wrong, as hubs whose clocks differ can do the same job at once",
  )
}

/** How far this hub's clock is ahead of the database's for certain, in whole seconds; negative: behind; 0: not too far either way. */
async function secondsAhead({ clock, db }: Pick<Services, 'clock' | 'db'>): Promise<number> {
  const askedMs = clock.now()
  const databaseMs = await askDatabase(db)
  if (databaseMs === null) return 0
  // The answer is of a moment between the two.
  const [leastMs, mostMs] = [askedMs - databaseMs, clock.now() - databaseMs]
  const aheadMs = Math.max(0, leastMs) + Math.min(0, mostMs)
  return Math.abs(aheadMs) > CLOCKS_APART_MS ? Math.round(aheadMs / SECOND_MS) : 0
}

/** How far this hub's clock is ahead of its own. */
async function requireDatabase(services: Pick<Services, 'clock' | 'db' | 'log'>): Promise<number> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), PING_LIMIT_MS)
  })
  try {
    return await Promise.race([secondsAhead(services), late])
  } catch (problem) {
    services.log.error({ problem: String(problem) }, 'the database does not answer')
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
