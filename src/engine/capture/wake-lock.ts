/**
 * Keeps the screen awake while held (spec 4). Browsers drop the lock whenever the page is hidden, so it is asked
 * for again each time the page comes back.
 */
export class WakeLock {
  readonly #page: Document
  readonly #source: Pick<WakeLockApi, 'request'> | undefined
  readonly #onRefused: (error: unknown) => void
  #isWanted = false
  #asking: Promise<void> | null = null
  #sentinel: WakeLockSentinel | null = null

  constructor(page: Document, source: Pick<WakeLockApi, 'request'> | undefined, onRefused: (error: unknown) => void) {
    this.#page = page
    this.#source = source
    this.#onRefused = onRefused
    page.addEventListener('visibilitychange', this.#onVisibilityChange)
  }

  /** Asks for the lock; a second call while it is held or asked for does nothing. */
  hold(): Promise<void> {
    this.#isWanted = true
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null
    })
    return this.#asking
  }

  async #ask(): Promise<void> {
    if (this.#sentinel !== null && !this.#sentinel.released) return
    if (this.#source === undefined || this.#page.visibilityState !== 'visible') return
    try {
      const sentinel = await this.#source.request('screen')
      // Not waited for: a wish that comes while it is given back asks anew.
      if (this.#isWanted) this.#sentinel = sentinel
      else void sentinel.release()
    } catch (error) {
      this.#onRefused(error)
    }
  }

  async release(): Promise<void> {
    this.#isWanted = false
    const sentinel = this.#sentinel
    this.#sentinel = null
    await sentinel?.release()
  }

  /** Ends the lock and its listener. */
  async close(): Promise<void> {
    this.#page.removeEventListener('visibilitychange', this.#onVisibilityChange)
    await this.release()
  }

  readonly #onVisibilityChange = (): void => {
    if (this.#isWanted && this.#page.visibilityState === 'visible') void this.hold()
  }
}

/** The DOM's WakeLock, whose name the class above takes. */
type WakeLockApi = Navigator['wakeLock']
