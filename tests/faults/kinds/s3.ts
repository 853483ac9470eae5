import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { environmentOf, startS3, type TestS3 } from '../../server/support/s3/s3'
import { Installation } from '../hub/installation'
import { StoreProxy, type Trouble } from '../hub/store-proxy'
import type { RoundResult } from '../report'
import { type Faults, ownRandom } from '../rounds'

const SIZES = { leastBytes: 20_000, mostBytes: 1_500_000 }
const FAULTS_OF_A_ROUND = 4
/** Of the requests in a time of trouble. */
const TROUBLED_SHARE = 0.7
const LONGEST_TROUBLE_MS = 2_500
const LONGEST_CALM_MS = 500
/** Longer than the hub waits for a store that says nothing, now and then. */
const LONGEST_SILENCE_MS = 18_000
const LONG_SILENCE_SHARE = 0.1

const troubles: readonly Trouble['kind'][] = ['failing', 'silent', 'cut']

interface Setup {
  readonly installation: Installation
  readonly store: TestS3
  readonly proxy: StoreProxy
}

/** The object store answers 500, says nothing, or breaks its connections. */
export const s3: Faults<Setup> = {
  kind: 's3',
  async open(folder) {
    const store = await startS3()
    const proxy = await StoreProxy.start(store.config.endpoint)
    const variables = environmentOf({ ...store.config, endpoint: proxy.origin })
    return { store, proxy, installation: await Installation.open(join(folder, 'data'), variables) }
  },
  round: troubleAndCompare,
  async close({ installation, proxy, store }) {
    await installation.close()
    await proxy.close()
    await store.close()
  },
}

async function troubleAndCompare(setup: Setup, random: () => number): Promise<RoundResult> {
  const { installation } = setup
  const { hub, ledger } = installation
  const before = ledger.size
  if (!hub.isRunning) await hub.start()
  const uploaders = installation.load({ sizes: SIZES, random: ownRandom(random) })
  const had: string[] = []
  for (let count = 0; count < FAULTS_OF_A_ROUND; count++) {
    await delay(random() * LONGEST_CALM_MS)
    had.push(await makeTrouble(setup, random))
  }
  const { verdict, problems } = await installation.settle(uploaders)
  // What was stored although its answer never came is set aside at the start.
  await hub.stop()
  await hub.start()
  await hub.stop()
  return {
    what: `${had.join(', ')}, ${uploaders.refusals} refusals`,
    acknowledged: ledger.size - before,
    lost: verdict.lost,
    doubled: verdict.doubled,
    problems: [...problems, ...(await installation.check())],
  }
}

/** Resolves when it is over, to what it was. In half of the cases the store has what it said nothing of. */
async function makeTrouble({ proxy }: Setup, random: () => number): Promise<string> {
  const kind = troubles[Math.floor(random() * troubles.length)] ?? 'cut'
  const isLong = kind === 'silent' && random() < LONG_SILENCE_SHARE
  const lastsMs = isLong ? LONGEST_SILENCE_MS : random() * LONGEST_TROUBLE_MS
  const lots = ownRandom(random)
  proxy.troubleOf = () => (lots() < TROUBLED_SHARE ? { kind, isStored: lots() < 0.5 } : null)
  if (kind === 'cut') proxy.cut()
  await delay(lastsMs)
  proxy.troubleOf = () => null
  // What was answered nothing so far will be answered nothing: the connections break.
  if (kind === 'silent') proxy.cut()
  return `${kind} for ${Math.round(lastsMs)} ms`
}
