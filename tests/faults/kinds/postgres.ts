import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { preload } from '../hub/hub-under-test'
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
  readonly setClock: (offsetMs: number) => void
}

/** The database server stops as in `pg_ctl restart -m immediate`: it finishes nothing and recovers at its next start. */
export const postgres: Faults<Setup> = {
  kind: 'postgres',
  async open(folder) {
    const clockFile = join(folder, 'clock')
    const setClock = (offsetMs: number) => writeFileSync(clockFile, String(offsetMs))
    setClock(0)
    const cluster = await PostgresCluster.start()
    const clock = { NODE_OPTIONS: preload('clock'), NIGHTJAR_FAULTS_CLOCK: clockFile }
    const installation = await Installation.open(join(folder, 'data'), { ...clock, DATABASE_URL: cluster.url })
    return { installation, cluster, setClock }
  },
  round: restartAndCompare,
  async close({ installation, cluster }) {
    await installation.close()
    await cluster.remove()
  },
}

async function restartAndCompare(setup: Setup, random: () => number): Promise<RoundResult> {
  const { installation, cluster, setClock } = setup
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
  setClock(BEYOND_GRACE_MS)
  await hub.start()
  await hub.stop()
  const differences = await installation.check()
  setClock(0)
  return {
    what: `restarted ${RESTARTS} times, ${uploaders.refusals} refusals`,
    acknowledged: ledger.size - before,
    lost: verdict.lost,
    doubled: verdict.doubled,
    problems: [...problems, ...(isUp ? [] : ['the hub ended']), ...differences],
  }
}
