import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Account } from '../hub/account'
import { HubClock } from '../hub/hub-clock'
import { Installation, type Settled } from '../hub/installation'
import type { RoundResult } from '../report'
import { type Faults, ownRandom } from '../rounds'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/**
 * How wrong the clock goes: by the last, every recording is older than the 30 days that the strictest plan keeps it. A
 * session lives for 90 days, so it goes no further.
 */
const FURTHEST_MS = 60 * DAY_MS
const OFFSETS_MS = [-12 * HOUR_MS, -HOUR_MS, 0, HOUR_MS, DAY_MS, 14 * DAY_MS, FURTHEST_MS]
/** Ten rounds of them stay far below the 200 MB of the plan, beyond which the oldest would rightly go. */
const SIZES = { leastBytes: 2_000, mostBytes: 30_000 }
const JUMPS_OF_A_LIFE = 3
const BETWEEN_JUMPS_MS = 500
const RETENTION_MS = 1_000

interface Setup {
  readonly installation: Installation
  readonly hubClock: HubClock
}

/** The machine's clock jumps under load and while the hub is down; by the strictest plan. */
export const clock: Faults<Setup> = {
  kind: 'clock',
  async open(folder) {
    const hubClock = new HubClock(folder)
    const installation = await Installation.open(join(folder, 'data'), { DEFAULT_TIER: 'FREE' }, hubClock)
    return { installation, hubClock }
  },
  round: jumpAndCompare,
  close: ({ installation }) => installation.close(),
}

async function jumpAndCompare(setup: Setup, random: () => number): Promise<RoundResult> {
  const { installation, hubClock } = setup
  const { hub, ledger } = installation
  const before = ledger.size
  const jumpsMs: number[] = []
  const jump = () => {
    const offsetMs = OFFSETS_MS[Math.floor(random() * OFFSETS_MS.length)] ?? 0
    jumpsMs.push(offsetMs)
    hubClock.set(offsetMs)
  }
  hubClock.set(0)
  if (!hub.isRunning) await hub.start()
  const uploaders = installation.load({ sizes: SIZES, random: ownRandom(random) })
  for (let count = 0; count < JUMPS_OF_A_LIFE; count++) {
    await delay(BETWEEN_JUMPS_MS)
    jump()
  }
  await delay(BETWEEN_JUMPS_MS)
  await hub.kill()
  jump()
  await hub.start()
  const settled = await installation.settle(uploaders)
  const refused = await signInProblems(installation, random)
  await hub.stop()
  const late = await judgeLate(setup)
  return {
    what: `clock off by ${jumpsMs.map((offsetMs) => `${offsetMs / HOUR_MS} h`).join(', ')}`,
    acknowledged: ledger.size - before,
    lost: late.verdict.lost,
    doubled: late.verdict.doubled,
    problems: [...settled.problems, ...refused, ...late.problems, ...(await installation.check())],
  }
}

/** By the clock that goes furthest wrong all recordings are too old, and none may go. Retention has its first round right at the start. */
async function judgeLate({ installation, hubClock }: Setup): Promise<Settled> {
  const { hub } = installation
  hubClock.set(FURTHEST_MS)
  await hub.start()
  await delay(RETENTION_MS)
  const settled = await installation.judge()
  await hub.stop()
  return settled
}

/** Whatever the clock says now, somebody can sign in. */
async function signInProblems({ hub }: Installation, random: () => number): Promise<string[]> {
  try {
    await Account.open(hub, `guest${Math.floor(random() * 1e9)}@example.org`)
    return []
  } catch (problem) {
    return [`signing in failed: ${String(problem)}`]
  }
}
