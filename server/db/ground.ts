import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../lib/clock'
import type { JobNudge } from '../lib/job'
import type { Db } from './schema'

/**
 * What every rule of the hub may stand on. Each subject adds what it needs besides, in its own `services.ts`; the hub hands
 * all of it to all of them (hub/services.ts).
 */
export interface Ground {
  readonly db: Db
  readonly clock: Clock
  readonly log: FastifyBaseLogger
  readonly jobs: JobNudge
}
