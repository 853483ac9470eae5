import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Fate, FaultyProxy } from '../hub/faulty-proxy'
import { Installation } from '../hub/installation'
import type { RoundResult } from '../report'
import { type Faults, ownRandom } from '../rounds'

const MB = 1024 ** 2
const SIZES = { leastBytes: 20_000, mostBytes: 4 * MB }
/** Of requests and of answers together. */
const LOSS_SHARE = 0.3
const SLOW_SHARE = 0.15
const SLOWEST_BYTES_PER_SECOND = 200_000
const SPAN_BYTES_PER_SECOND = 2_000_000
const ROUND_MS = 4_000
/** Every connection breaks after so long, at most. */
const LONGEST_CALM_MS = 1_000

interface Setup {
  readonly installation: Installation
  readonly proxy: FaultyProxy
}

/** Between the senders and the hub is a bad line. */
export const network: Faults<Setup> = {
  kind: 'network',
  async open(folder) {
    const installation = await Installation.open(join(folder, 'data'))
    return { installation, proxy: await FaultyProxy.start(installation.hub.url) }
  },
  round: loseAndCompare,
  async close({ installation, proxy }) {
    await proxy.close()
    await installation.close()
  },
}

async function loseAndCompare({ installation, proxy }: Setup, random: () => number): Promise<RoundResult> {
  const { hub, ledger } = installation
  const before = ledger.size
  const fates = new Map<Fate['kind'], number>()
  const lots = ownRandom(random)
  proxy.fateOf = () => {
    const fate = fateBy(lots)
    fates.set(fate.kind, (fates.get(fate.kind) ?? 0) + 1)
    return fate
  }
  if (!hub.isRunning) await hub.start()
  const uploaders = installation.load({ sizes: SIZES, random: ownRandom(random), origin: proxy.origin })
  for (const startMs = performance.now(); performance.now() - startMs < ROUND_MS; ) {
    await delay(random() * LONGEST_CALM_MS)
    proxy.cut()
  }
  proxy.fateOf = () => ({ kind: 'passes' })
  const { verdict, problems } = await installation.settle(uploaders)
  await hub.stop()
  return {
    what: [...fates].map(([kind, count]) => `${count} ${kind}`).join(', '),
    acknowledged: ledger.size - before,
    lost: verdict.lost,
    doubled: verdict.doubled,
    problems: [...problems, ...(await installation.check())],
  }
}

function fateBy(random: () => number): Fate {
  const lot = random()
  if (lot < LOSS_SHARE / 2) return { kind: 'request-lost', afterBytes: random() * SIZES.mostBytes * random() }
  if (lot < LOSS_SHARE) return { kind: 'answer-lost' }
  if (lot >= LOSS_SHARE + SLOW_SHARE) return { kind: 'passes' }
  return { kind: 'slow', bytesPerSecond: SLOWEST_BYTES_PER_SECOND + random() * SPAN_BYTES_PER_SECOND }
}
