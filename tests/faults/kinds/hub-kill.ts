import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Installation } from '../hub/installation'
import type { RoundResult } from '../report'
import { type Faults, ownRandom } from '../rounds'

const MB = 1024 ** 2
const SIZES = { leastBytes: 0.1 * MB, mostBytes: 20 * MB }

const SHORTEST_LIFE_MS = 200
const LONGEST_LIFE_MS = 2_500
/** In so many rounds the hub is killed again while it starts, tidies up or has just begun to listen. */
const AGAIN_SHARE = 0.3
const LONGEST_START_MS = 1_500

/** The hub dies by SIGKILL under four senders; it keeps rows in SQLite and recordings in files. */
export const hubKill: Faults<Installation> = {
  kind: 'hub-kill',
  open: (folder) => Installation.open(join(folder, 'data')),
  round: killAndCompare,
  close: (installation) => installation.close(),
}

async function killAndCompare(installation: Installation, random: () => number): Promise<RoundResult> {
  const { hub, ledger } = installation
  const before = ledger.size
  const lifeMs = SHORTEST_LIFE_MS + random() * (LONGEST_LIFE_MS - SHORTEST_LIFE_MS)
  const secondLifeMs = random() < AGAIN_SHARE ? random() * LONGEST_START_MS : null
  if (!hub.isRunning) await hub.start()
  const uploaders = installation.load({ sizes: SIZES, random: ownRandom(random) })
  await delay(lifeMs)
  await hub.kill()
  if (secondLifeMs !== null) await startAndKill(installation, secondLifeMs)
  const startedAtMs = performance.now()
  await hub.start()
  const startMs = Math.round(performance.now() - startedAtMs)
  const { verdict, problems } = await installation.settle(uploaders)
  await hub.stop()
  const again = secondLifeMs === null ? '' : ` and again ${Math.round(secondLifeMs)} ms after its start`
  return {
    what: `killed after ${Math.round(lifeMs)} ms${again}, ready again in ${startMs} ms`,
    acknowledged: ledger.size - before,
    lost: verdict.lost,
    doubled: verdict.doubled,
    problems: [...problems, ...(await installation.check())],
  }
}

async function startAndKill({ hub }: Installation, lifeMs: number): Promise<void> {
  const started = hub.start().catch(() => '')
  await delay(lifeMs)
  await hub.kill()
  await started
}
