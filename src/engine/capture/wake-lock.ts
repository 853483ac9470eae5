import { type Cancel, type Clock, pageClock } from '../clock'

/** Whether the screen stays awake. */
export type WakeLockState =
  /** Nobody wants it to, or the page is hidden: it is asked for when it shows. */
  | { readonly phase: 'idle' }
  | { readonly phase: 'held' }
  /** The browser refused, as it does to save a low battery; it is asked again by and by. */
  | { readonly phase: 'refused' }
  /** This browser has no wake lock. */
  | { readonly phase: 'unsupported' }

/** A lock that the browser took away while the page shows is asked for again after this long. */
const TAKEN_RETRY_MS = 500

/** No event tells that a charger was plugged in: a refused lock is asked for again after this long. */
const REFUSED_RETRY_MS = 30_000

/**
 * Keeps the screen awake while held (CAM-30). Browsers drop the lock whenever the page is hidden, so it is asked
 * for again each time the page comes back.
 */
export class WakeLock {
  readonly #page: Document
  readonly #source: Pick<WakeLockApi, 'request'> | undefined
  readonly #onRefused: (error: unknown) => void
  readonly #clock: Pick<Clock, 'after'>
  readonly #watchers = new Set<(state: WakeLockState) => void>()
  #state: WakeLockState = { phase: 'idle' }
  #isWanted = false
  #asking: Promise<void> | null = null
  #cancelRetry: Cancel | null = null
  #sentinel: WakeLockSentinel | null = null

  constructor(
    page: Document,
    source: Pick<WakeLockApi, 'request'> | undefined,
    onRefused: (error: unknown) => void,
    clock: Pick<Clock, 'after'> = pageClock,
  ) {
    this.#page = page
    this.#source = source
    this.#onRefused = onRefused
    this.#clock = clock
    page.addEventListener('visibilitychange', this.#onVisibilityChange)
  }

  /** Reports the state, and every later one until the signal aborts. */
  watch(report: (state: WakeLockState) => void, signal: AbortSignal): void {
    this.#watchers.add(report)
    signal.addEventListener('abort', () => this.#watchers.delete(report))
    report(this.#state)
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
    if (this.#source === undefined) return this.#setState({ phase: 'unsupported' })
    if (this.#page.visibilityState !== 'visible') return
    this.#cancelRetry?.()
    try {
      const sentinel = await this.#source.request('screen')
      // Not waited for: a wish that comes while it is given back asks anew.
      if (this.#isWanted) this.#keep(sentinel)
      else void sentinel.release()
    } catch (error) {
      this.#onRefusal(error)
    }
  }

  #keep(sentinel: WakeLockSentinel): void {
    this.#sentinel = sentinel
    this.#setState({ phase: 'held' })
    sentinel.addEventListener('release', () => this.#onReleased(sentinel))
  }

  /** The browser took the lock back: a hidden page asks again when it shows, a visible one after a moment. */
  #onReleased(sentinel: WakeLockSentinel): void {
    if (this.#sentinel !== sentinel) return
    this.#sentinel = null
    this.#setState({ phase: 'idle' })
    this.#askAfter(TAKEN_RETRY_MS)
  }

  #onRefusal(error: unknown): void {
    // Said once, however often it is asked again; a page that was hidden meanwhile is refused by rule.
    if (!this.#isWanted || this.#page.visibilityState !== 'visible') return
    if (this.#state.phase !== 'refused') this.#onRefused(error)
    this.#setState({ phase: 'refused' })
    this.#askAfter(REFUSED_RETRY_MS)
  }

  #askAfter(delayMs: number): void {
    this.#cancelRetry?.()
    this.#cancelRetry = this.#clock.after(delayMs, () => {
      if (this.#isWanted) void this.hold()
    })
  }

  async release(): Promise<void> {
    this.#isWanted = false
    this.#cancelRetry?.()
    const sentinel = this.#sentinel
    this.#sentinel = null
    this.#setState({ phase: 'idle' })
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

  #setState(state: WakeLockState): void {
    if (this.#state.phase === state.phase) return
    this.#state = state
    for (const report of this.#watchers) report(state)
  }
}

/** The DOM's WakeLock, whose name the class above takes. */
type WakeLockApi = Navigator['wakeLock']
