import { type Deferred, deferred } from '../deferred'

/** The browser's wake locks: what was given, and whether it was given back. */
export class FakeWakeLocks {
  readonly given: FakeSentinel[] = []
  asked = 0
  /** The browser refuses with this. */
  refusal: DOMException | null = null
  #gate: Deferred<void> | null = null
  #releaseGate: Deferred<void> | null = null

  /** The next requests stay open until `letGo`. */
  hold(): void {
    this.#gate = deferred()
  }

  letGo(): void {
    this.#gate?.resolve()
  }

  /** Locks are given back slowly until `letReleasesGo`. */
  holdReleases(): void {
    this.#releaseGate = deferred()
  }

  letReleasesGo(): void {
    this.#releaseGate?.resolve()
  }

  get held(): number {
    return this.given.filter(({ released }) => !released).length
  }

  async request(): Promise<WakeLockSentinel> {
    this.asked++
    await this.#gate?.promise
    if (this.refusal !== null) throw this.refusal
    const sentinel = new FakeSentinel(this.#releaseGate?.promise)
    this.given.push(sentinel)
    return sentinel as unknown as WakeLockSentinel
  }
}

class FakeSentinel extends EventTarget {
  released = false
  readonly #releasing: Promise<void> | undefined

  constructor(releasing: Promise<void> | undefined) {
    super()
    this.#releasing = releasing
  }

  async release(): Promise<void> {
    await this.#releasing
    if (this.released) return
    this.released = true
    this.dispatchEvent(new Event('release'))
  }
}

/** A page that is visible until the test hides it. */
export class FakePage extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible'

  get asDocument(): Document {
    return this as unknown as Document
  }

  turn(visibilityState: DocumentVisibilityState): void {
    this.visibilityState = visibilityState
    this.dispatchEvent(new Event('visibilitychange'))
  }
}
