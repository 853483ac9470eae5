import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { MINUTE_MS } from '../../../src/lib/durations'
import { exchange } from '../../../tests/faults/hub/exchange'
import { HubUnderTest } from '../../../tests/faults/hub/hub-under-test'
import { PostgresCluster } from '../../../tests/faults/hub/postgres-cluster'
import { redisProgram, startRedis } from '../../../tests/server/support/redis/redis'
import { Complaint } from '../../complaint'
import { Balancer } from './balancer'
import { startStoreProcess } from './store-process'

const TOGETHER_LIMIT_MS = MINUTE_MS

/** Several built hubs on one PostgreSQL, one Redis and one object store, all of them processes of this machine. */
export class Cluster {
  readonly hubs: readonly HubUnderTest[]
  readonly balancer: Balancer
  readonly #around: Around

  private constructor(hubs: readonly HubUnderTest[], balancer: Balancer, around: Around) {
    this.hubs = hubs
    this.balancer = balancer
    this.#around = around
  }

  /** Why this machine can run none; null: it can. */
  static lack(): string | null {
    return PostgresCluster.lack() ?? (redisProgram === null ? 'there is no redis-server' : null)
  }

  /** Whoever opens it calls `close`. */
  static async open(folder: string, count: number): Promise<Cluster> {
    const around = await startAround()
    const variables = {
      ...around.store.environment,
      DATABASE_URL: around.postgres.url,
      PUBSUB_URL: around.redis.url,
      TRUST_PROXY: 'loopback',
    }
    const hubs = Array.from({ length: count }, (_, n) => new HubUnderTest(join(folder, `hub-${n}`), variables))
    try {
      // The first one makes the tables.
      for (const hub of hubs) await hub.start()
      const cluster = new Cluster(hubs, await Balancer.start(hubs.map(portOf)), around)
      await cluster.together()
      return cluster
    } catch (problem) {
      await closeAll(hubs, around)
      throw problem
    }
  }

  /** The next sign-in code that any of them mails to an address. */
  nextCode(email: string): Promise<string> {
    return Promise.any(this.hubs.map((hub) => hub.nextCode(email)))
  }

  /** Resolves when all that run get connections and reach each other. */
  async together(): Promise<void> {
    const running = this.hubs.filter(({ isRunning }) => isRunning)
    for (const startMs = performance.now(); performance.now() - startMs < TOGETHER_LIMIT_MS; await wait(100)) {
      const areWell = await Promise.all(running.map(async (hub) => this.balancer.isIn(portOf(hub)) && isTogether(hub)))
      if (areWell.every(Boolean)) return
    }
    throw new Complaint('The hubs did not reach each other.')
  }

  async close(): Promise<void> {
    await this.balancer.close()
    await closeAll(this.hubs, this.#around)
  }
}

type Around = Awaited<ReturnType<typeof startAround>>

async function startAround() {
  const postgres = await PostgresCluster.start()
  return { postgres, redis: await startRedis(), store: await startStoreProcess() }
}

async function closeAll(hubs: readonly HubUnderTest[], { postgres, redis, store }: Around): Promise<void> {
  await Promise.all(hubs.map((hub) => hub.stop()))
  await store.close()
  await redis.kill()
  await postgres.remove()
}

export function portOf({ url }: HubUnderTest): number {
  return Number(new URL(url).port)
}

async function isTogether({ url }: HubUnderTest): Promise<boolean> {
  const answer = await exchange(`${url}/healthz`, { method: 'GET', limitMs: 2_000 }).catch(() => null)
  return answer?.body.toString().includes('"pubsub":"together"') === true
}
