import { setTimeout as wait } from 'node:timers/promises'
import { MINUTE_MS } from '../../../src/lib/durations'
import { Account, type AccountHub } from '../../../tests/faults/hub/account'
import { problemsOf } from '../../../tests/faults/hub/installation'
import { Ledger } from '../../../tests/faults/hub/ledger'
import { readStored } from '../../../tests/faults/hub/stored'
import { Uploaders } from '../../../tests/faults/hub/uploaders'
import { verdictOf } from '../../../tests/faults/hub/verdict'
import { ownRandom } from '../../../tests/faults/rounds'
import { Cluster } from './cluster'
import { LivePair } from './live-pair'

const SIZES = { leastBytes: 20_000, mostBytes: 1_500_000 }
const SHORTEST_LIFE_MS = 500
const LONGEST_LIFE_MS = 2_500
const LONGEST_ABSENCE_MS = 3_000
const FINISH_LIMIT_MS = MINUTE_MS
const LIVE_LIMIT_MS = 20_000
const RENEWAL_LIMIT_MS = 20_000

export interface HubsRound {
  readonly what: string
  readonly acknowledged: number
  readonly lost: number
  readonly doubled: number
  readonly signedOut: number
  /** The longest that any viewer was without a picture. */
  readonly liveBackMs: number
  /** Sentences; none: the round went well. */
  readonly problems: readonly string[]
}

/** Several hubs with senders, people who are signed in, and viewers; round by round one of the hubs is killed. */
export class HubsUnderLoad {
  readonly cluster: Cluster
  readonly #accounts: readonly Account[]
  /** It sends the clips. */
  readonly #owner: Account
  readonly #pairs: readonly LivePair[]
  readonly #ledger = new Ledger()
  readonly #hashes = new Map<string, string>()

  #uploaders: Uploaders | null = null

  private constructor(cluster: Cluster, owner: Account, others: readonly Account[]) {
    this.cluster = cluster
    this.#owner = owner
    this.#accounts = [owner, ...others]
    this.#pairs = this.#accounts.map((account) => new LivePair(cluster.balancer.origin, account))
  }

  /** In an empty folder. Whoever opens it calls `close`. */
  static async open(folder: string, count: number): Promise<HubsUnderLoad> {
    const cluster = await Cluster.open(folder, count)
    const front: AccountHub = {
      url: cluster.balancer.origin,
      clockJumps: 0,
      nextCode: (email) => cluster.nextCode(email),
    }
    try {
      const owner = await Account.open(front, 'hubs@example.org')
      const others: Account[] = []
      // A camera and its viewer for each hub, so that some are at the one that is killed, whichever it is.
      for (let n = 1; n < count; n++) others.push(await Account.open(front, `hubs${n}@example.org`))
      return new HubsUnderLoad(cluster, owner, others)
    } catch (problem) {
      await cluster.close()
      throw problem
    }
  }

  /** Also of a round that broke off. */
  async close(): Promise<void> {
    this.closePairs()
    const ended = this.#uploaders?.finish(0)
    await this.cluster.close()
    await ended
  }

  /** Nobody looks any more. */
  closePairs(): void {
    for (const pair of this.#pairs) pair.close()
  }

  /** One dies by SIGKILL under load, is away for a while, and comes back. */
  async killOne(random: () => number): Promise<HubsRound> {
    const before = this.#ledger.size
    // Those that the last round drove from their hub would all be at the others.
    for (const pair of this.#pairs) pair.openAnew()
    const problems = await this.#withoutPicture('before the round')
    const { origin } = this.cluster.balancer
    const uploaders = new Uploaders(this.#owner, this.#ledger, { sizes: SIZES, random: ownRandom(random), origin })
    this.#uploaders = uploaders
    const { said, liveBackMs, wereSignedIn } = await this.#killAndStart(random)
    problems.push(...(await this.#withoutPicture('when all hubs were well again')))
    const waiting = await uploaders.finish(FINISH_LIMIT_MS)
    if (waiting > 0) problems.push(`${waiting} senders had no acknowledgement within ${FINISH_LIMIT_MS / 1000} s`)
    problems.push(...[...uploaders.unforeseen].map(([answer, count]) => `${count} times answered ${answer}`))
    const areSignedIn = await this.#renewAll()
    const signedOut = areSignedIn.filter((isSignedIn, index) => !isSignedIn || wereSignedIn[index] !== true).length
    if (signedOut > 0) problems.push(`${signedOut} of ${areSignedIn.length} were signed out`)
    const verdict = verdictOf(this.#ledger, await readStored(origin, this.#owner, this.#hashes))
    return {
      what: `${said}, pictures back after ${Math.round(liveBackMs)} ms`,
      acknowledged: this.#ledger.size - before,
      lost: verdict.lost,
      doubled: verdict.doubled,
      signedOut,
      liveBackMs,
      problems: [...problems, ...problemsOf(verdict)],
    }
  }

  async #killAndStart(random: () => number) {
    const { hubs } = this.cluster
    const number = Math.floor(random() * hubs.length)
    const victim = hubs[number]
    if (victim === undefined) throw new Error('There are no hubs.')
    const lifeMs = SHORTEST_LIFE_MS + random() * (LONGEST_LIFE_MS - SHORTEST_LIFE_MS)
    const absenceMs = random() * LONGEST_ABSENCE_MS
    await wait(lifeMs)
    for (const pair of this.#pairs) pair.forget()
    const killedAtMs = performance.now()
    // Of some of them the answer is lost with the hub.
    const renewed = this.#renewAll()
    await victim.kill()
    await wait(absenceMs)
    await victim.start()
    await this.cluster.together()
    await this.#allShow(performance.now())
    return {
      said: `hub ${number + 1} of ${hubs.length} killed after ${Math.round(lifeMs)} ms, away for ${Math.round(absenceMs)} ms`,
      liveBackMs: Math.max(...this.#pairs.map((pair) => pair.longestGapMs(killedAtMs))),
      wereSignedIn: await renewed,
    }
  }

  #renewAll(): Promise<boolean[]> {
    return Promise.all(this.#accounts.map(renew))
  }

  async #withoutPicture(when: string): Promise<string[]> {
    return (await this.#allShow(performance.now())) ? [] : [`a viewer had no picture ${when}`]
  }

  async #allShow(sinceMs: number): Promise<boolean> {
    for (const startMs = performance.now(); performance.now() - startMs < LIVE_LIMIT_MS; await wait(50)) {
      if (this.#pairs.every((pair) => pair.hasShownSince(sinceMs))) return true
    }
    return false
  }
}

/** Exchanges an account's tokens, again where the answer was lost, as the app does; false: it is signed out. */
async function renew(account: Account): Promise<boolean> {
  for (const startMs = performance.now(); performance.now() - startMs < RENEWAL_LIMIT_MS; await wait(200)) {
    const isSignedIn = await account.renew().catch(() => null)
    if (isSignedIn !== null) return isSignedIn
  }
  return false
}
