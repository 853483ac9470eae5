/** Of one statement. */
const MOST_AT_ONCE = 100

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
  #last: Promise<unknown> = Promise.resolve()

  /** `run` answers with one result for each item, in their order; its failure is that of all of them. */
  constructor(run: (items: readonly Item[]) => Promise<readonly Result[]>) {
    this.#run = run
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
    const results = this.#last.then(() => {
      if (this.#next?.items === items) this.#next = null
      return this.#run(items)
    })
    this.#last = results.catch(() => undefined)
    return { items, results }
  }
}
