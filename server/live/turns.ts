import type { LiveRequest } from '../../src/contract/live/live'

/**
 * When each message of a tab is heard: in turn, also after those that need the database. But a look that waits for it holds
 * up nothing other than what is of that look (LIVE-105).
 */
export class Turns {
  #last: Promise<void> = Promise.resolve()
  /** Of each look that is under way, by viewing, the last that is of it. */
  readonly #looks = new Map<string, Promise<void>>()
  /** All so far, whatever they wait for. */
  #all: Promise<void> = Promise.resolve()

  /** `request`: null where the message is none. `hear` never rejects. */
  take(request: LiveRequest | null, hear: () => Promise<void>): void {
    const heard = this.#take(request, hear)
    // Without the answers, of which each would hold all before it for as long as the tab is there.
    this.#all = Promise.all([this.#all, heard]).then(() => undefined)
  }

  #take(request: LiveRequest | null, hear: () => Promise<void>): Promise<void> {
    // Who asks like this wants to know that all before was heard.
    if (request?.kind === 'ping') return this.#all.then(hear)
    const lookId = this.#lookOf(request)
    if (lookId !== null) return this.#takeOfLook(lookId, hear)
    this.#last = this.#last.then(hear)
    return this.#last
  }

  /** null: it is of no look that waits. */
  #lookOf(request: LiveRequest | null): string | null {
    if (request === null || !('viewingId' in request)) return null
    const { kind, viewingId } = request
    return kind === 'view' || this.#looks.has(viewingId) ? viewingId : null
  }

  async #takeOfLook(viewingId: string, hear: () => Promise<void>): Promise<void> {
    const heard = Promise.all([this.#last, this.#looks.get(viewingId)]).then(hear)
    this.#looks.set(viewingId, heard)
    await heard
    if (this.#looks.get(viewingId) === heard) this.#looks.delete(viewingId)
  }
}
