import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { HubClock } from '../hub/hub-clock'
import { Installation } from '../hub/installation'
import { PostgresCluster } from '../hub/postgres-cluster'
import type { RoundResult } from '../report'
import { type Faults, ownRandom } from '../rounds'

const MB = 1024 ** 2
const SIZES = { leastBytes: 20_000, mostBytes: 4 * MB }
const RESTARTS = 2
const LONGEST_LIFE_MS = 1_500
const LONGEST_ABSENCE_MS = 1_500
/** What is younger than an hour may be another hub's, so that a hub leaves it. */
const BEYOND_GRACE_MS = 2 * 3_600_000

interface Setup {
  readonly installation: Installation
  readonly cluster: PostgresCluster
  readonly hubClock: HubClock
}

/** The database server stops as in `pg_ctl restart -m immediate`: it finishes nothing and recovers at its next start. */
export const postgres: Faults<Setup> = {
  kind: 'postgres',
  async open(folder) {
    const cluster = await PostgresCluster.start()
    const hubClock = new HubClock(folder)
    const installation = await Installation.open(join(folder, 'data'), { DATABASE_URL: cluster.url }, hubClock)
    return { installation, cluster, hubClock }
  },
  round: restartAndCompare,
  async close({ installation, cluster }) {
    await installation.close()
    await cluster.remove()
  },
}

async function restartAndCompare(setup: Setup, random: () => number): Promise<RoundResult> {
  const { installation, cluster, hubClock } = setup
  const { hub, ledger } = installation
  const before = ledger.size
  if (!hub.isRunning) await hub.start()
  const uploaders = installation.load({ sizes: SIZES, random: ownRandom(random) })
  for (let count = 0; count < RESTARTS; count++) {
    await delay(random() * LONGEST_LIFE_MS)
    await cluster.stop()
    await delay(random() * LONGEST_ABSENCE_MS)
    await cluster.startAgain()
  }
  await delay(random() * LONGEST_LIFE_MS)
  const { verdict, problems } = await installation.settle(uploaders)
  const isUp = hub.isRunning
  await hub.stop()
  hubClock.set(BEYOND_GRACE_MS)
  await hub.start()
  await hub.stop()
  const differences = await installation.check()
  hubClock.set(0)
  return {
    what: `restarted ${RESTARTS} times, ${uploaders.refusals} refusals`,
    acknowledged: ledger.size - before,
    lost: verdict.lost,
    doubled: verdict.doubled,
    problems: [...problems, ...(isUp ? [] : ['the hub ended']), ...differences],
  }
}
