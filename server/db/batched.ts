import { setTimeout as wait } from 'node:timers/promises'
import { SqliteAdapter } from 'kysely'
import { InTurn } from '../../src/lib/in-turn'
import { databaseAway } from './failures'
import type { Db } from './schema'

/** Of one statement. */
const MOST_AT_ONCE = 100
/** Between the beginnings of two statements in the long run, where each is a journey to a server. */
const SPACING_MS = 8
/** That go at once after a pause: what a page asks for when it opens waits for nothing. */
const BURST = 25
/** Behind statements that a silent database leaves unanswered; who asks has given up by then, or soon will. */
const LONGEST_WAIT_MS = 10_000

interface Batch<Item, Result> {
  readonly items: Item[]
  readonly results: Promise<readonly Result[]>
}

/**
 * Takes to the database together what comes while an earlier statement of its kind is on its way there. The first goes at
 * once; a thousand cameras make tens of statements a second instead of hundreds. What is asked for is read after it was
 * asked, never from memory.
 */
export class Batched<Item, Result> {
  readonly #run: (items: readonly Item[]) => Promise<readonly Result[]>
  #next: Batch<Item, Result> | null = null
  readonly #statements = new InTurn()
  readonly #spacingMs: number
  /** When the next statement may begin where all came evenly. */
  #evenlyMs = Number.NEGATIVE_INFINITY

  /**
   * `run` answers with one result for each item, in their order; its failure is that of all of them. What has waited too
   * long for its turn is refused without asking.
   */
  constructor(db: Db, run: (items: readonly Item[]) => Promise<readonly Result[]>) {
    this.#run = run
    this.#spacingMs = db.getExecutor().adapter instanceof SqliteAdapter ? 0 : SPACING_MS
  }

  async ask(item: Item): Promise<Result> {
    if (this.#next === null || this.#next.items.length >= MOST_AT_ONCE) this.#next = this.#begin()
    const { items, results } = this.#next
    const place = items.push(item) - 1
    // `run` has answered for each.
    return (await results)[place] as Result
  }

  #begin(): Batch<Item, Result> {
    const items: Item[] = []
    const askedAtMs = performance.now()
    const results = this.#statements.run(async () => {
      const restMs = this.#evenlyMs - BURST * this.#spacingMs - performance.now()
      if (restMs > 0) await wait(restMs)
      if (this.#next?.items === items) this.#next = null
      if (performance.now() - askedAtMs > LONGEST_WAIT_MS) throw databaseAway()
      this.#evenlyMs = Math.max(this.#evenlyMs, performance.now()) + this.#spacingMs
      return this.#run(items)
    })
    return { items, results }
  }
}
