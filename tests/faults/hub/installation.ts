import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Account } from './account'
import type { HubClock } from './hub-clock'
import { HubUnderTest } from './hub-under-test'
import { Ledger } from './ledger'
import { readStored } from './stored'
import { Uploaders, type UploadersOptions } from './uploaders'
import { type Verdict, verdictOf } from './verdict'

/** How long a hub that is well again may take until each sender has its acknowledgement. */
const FINISH_LIMIT_MS = 60_000
const UNFINISHED_LIMIT_MS = 5_000

export interface Settled {
  readonly verdict: Verdict
  readonly problems: readonly string[]
}

/** A hub, somebody who is signed in there, and what it has acknowledged over all rounds. */
export class Installation {
  readonly hub: HubUnderTest
  readonly account: Account
  readonly ledger = new Ledger()
  readonly #hashes = new Map<string, string>()
  #uploaders: Uploaders | null = null

  private constructor(hub: HubUnderTest, account: Account) {
    this.hub = hub
    this.account = account
  }

  /** Whoever opens it calls `close`. */
  static async open(
    dataDir: string,
    variables: Readonly<Record<string, string>> = {},
    clock: HubClock | null = null,
  ): Promise<Installation> {
    const hub = new HubUnderTest(dataDir, variables, clock)
    await hub.start()
    try {
      return new Installation(hub, await Account.open(hub))
    } catch (problem) {
      await hub.stop()
      throw problem
    }
  }

  /** Also of a round that broke off. */
  async close(): Promise<void> {
    const ended = this.#uploaders?.finish(0)
    await this.hub.stop()
    await ended
  }

  /** Begins the load; `settle` or `close` ends it. */
  load(options: UploadersOptions): Uploaders {
    this.#uploaders = new Uploaders(this.account, this.ledger, options)
    return this.#uploaders
  }

  /** With the hub running and well: waits until all is acknowledged, and sets what is stored beside it. */
  async settle(uploaders: Uploaders): Promise<Settled> {
    const waiting = await uploaders.finish(FINISH_LIMIT_MS)
    const { verdict, problems } = await this.judge()
    return {
      verdict,
      problems: [
        ...(waiting > 0 ? [`${waiting} senders had no acknowledgement within ${FINISH_LIMIT_MS / 1000} s`] : []),
        ...[...uploaders.unforeseen].map(([answer, count]) => `${count} times answered ${answer}`),
        ...problems,
      ],
    }
  }

  /** With the hub running and nobody sending. */
  async judge(): Promise<Settled> {
    const verdict = verdictOf(this.ledger, await readStored(this.hub.url, this.account, this.#hashes))
    return { verdict, problems: [...(await this.#unfinished()), ...problemsOf(verdict)] }
  }

  /** With the hub stopped: rows and files agree, as `npm run hub:check` says. */
  async check(): Promise<string[]> {
    const found = await this.hub.check()
    return found === null ? [] : [`hub:check says: ${found}`]
  }

  /** An upload that broke off leaves nothing. */
  async #unfinished(): Promise<string[]> {
    const folder = join(this.hub.dataDir, 'incoming')
    let names = await readdir(folder)
    for (const startMs = performance.now(); names.length > 0; names = await readdir(folder)) {
      if (performance.now() - startMs > UNFINISHED_LIMIT_MS) return [`${names.length} files were left in incoming/`]
      await delay(100)
    }
    return []
  }
}

export function problemsOf({ lost, doubled, unknown, eventsOff }: Verdict): string[] {
  const found = { lost, doubled, 'stored and never acknowledged': unknown, 'events too many or too few': eventsOff }
  return Object.entries(found).flatMap(([what, count]) => (count === 0 ? [] : [`${count} ${what}`]))
}
