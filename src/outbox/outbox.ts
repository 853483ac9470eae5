import { backoffMs } from './backoff'
import type { ClipStore } from './clip-store'
import type { DeliveryResult, WaitingClip } from './waiting-clip'

/** What the screens may show of the outbox. */
export interface OutboxState {
  /** Clips not delivered yet, refused ones left out. */
  readonly waiting: number
  /** Clips the hub will not take. */
  readonly refused: number
  /** The last refusal's sentence. */
  readonly lastRefusal: string | null
  /** true while deliveries fail and are tried again. */
  readonly isStalled: boolean
}

export const emptyOutbox: OutboxState = { waiting: 0, refused: 0, lastRefusal: null, isStalled: false }

export interface OutboxPorts {
  readonly store: ClipStore
  /** Sends one clip; has its own time limit. */
  readonly deliver: (clip: WaitingClip, signal: AbortSignal) => Promise<DeliveryResult>
  /** The workspace signed in to, or null; clips of other workspaces wait for theirs. */
  readonly workspaceId: () => string | null
  /** Runs the work while no other tab of this browser does (Web Locks). */
  readonly exclusively: (work: () => Promise<void>, signal: AbortSignal) => Promise<void>
  readonly after: (delayMs: number, callback: () => void) => () => void
  readonly random: () => number
  readonly onState: (state: OutboxState) => void
  /** For the log: a delivery run broke off. */
  readonly onError: (error: unknown) => void
}

/**
 * Delivers clips one by one, oldest first. A clip is on disk before its first delivery is tried and leaves the disk
 * only after the hub's acknowledgement, so that a closed tab or a lost network loses nothing.
 */
export class Outbox {
  readonly #ports: OutboxPorts
  readonly #closing = new AbortController()
  #isRunning = false
  #isRunWanted = false
  #failures = 0
  #cancelRetry: (() => void) | null = null

  constructor(ports: OutboxPorts) {
    this.#ports = ports
  }

  /** Keeps the clip, then delivers it. */
  async add(clip: WaitingClip): Promise<void> {
    await this.#ports.store.put(clip)
    this.deliverNow()
  }

  /** Starts delivering what waits; called at start, when back online and after sign-in. */
  deliverNow(): void {
    if (this.#closing.signal.aborted) return
    this.#stopWaiting()
    this.#isRunWanted = true
    if (!this.#isRunning) void this.#run()
  }

  /** Tries the refused clips again: there may be room, or another plan, by now. */
  async retryRefused(): Promise<void> {
    for (const clip of await this.#refused()) await this.#ports.store.put({ ...clip, refusal: null })
    this.deliverNow()
  }

  /** Gives the refused clips up, for good. */
  async discardRefused(): Promise<void> {
    for (const clip of await this.#refused()) await this.#ports.store.remove(clip.id)
    await this.#report()
  }

  /** Stops delivering; what waits stays on disk. */
  close(): void {
    this.#closing.abort()
    this.#stopWaiting()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    try {
      while (this.#isRunWanted && !this.#closing.signal.aborted) {
        this.#isRunWanted = false
        this.#stopWaiting()
        await this.#ports.exclusively(() => this.#deliverAll(), this.#closing.signal)
      }
    } catch (error) {
      if (!this.#closing.signal.aborted) {
        this.#ports.onError(error)
        this.#retryLater()
      }
    } finally {
      this.#isRunning = false
    }
  }

  async #deliverAll(): Promise<void> {
    const workspaceId = this.#ports.workspaceId()
    await this.#report()
    let hasPostponed = false
    for (const clip of await this.#waitingOf(workspaceId)) {
      if (this.#closing.signal.aborted || this.#ports.workspaceId() !== workspaceId) return
      const result = await this.#ports.deliver(clip, this.#closing.signal)
      if (result.kind === 'delivered') await this.#ports.store.remove(clip.id)
      if (result.kind === 'refused') await this.#ports.store.put({ ...clip, refusal: result.reason })
      if (this.#closing.signal.aborted) return
      if (result.kind === 'postponed') hasPostponed = true
      // Nobody there for one is nobody there for all; a clip that the hub stumbles over must not stop the others.
      if (result.kind === 'postponed' && result.because === 'no-answer') break
      await this.#report()
    }
    if (hasPostponed) this.#retryLater()
    else this.#failures = 0
    await this.#report()
  }

  async #waitingOf(workspaceId: string | null): Promise<WaitingClip[]> {
    if (workspaceId === null) return []
    const clips = await this.#ports.store.list()
    return clips.filter((clip) => clip.workspaceId === workspaceId && clip.refusal === null)
  }

  async #refused(): Promise<WaitingClip[]> {
    const workspaceId = this.#ports.workspaceId()
    const clips = await this.#ports.store.list()
    return clips.filter((clip) => clip.workspaceId === workspaceId && clip.refusal !== null)
  }

  #retryLater(): void {
    if (this.#closing.signal.aborted) return
    this.#failures++
    this.#stopWaiting()
    const delayMs = backoffMs(this.#failures, this.#ports.random())
    this.#cancelRetry = this.#ports.after(delayMs, () => this.deliverNow())
  }

  #stopWaiting(): void {
    this.#cancelRetry?.()
    this.#cancelRetry = null
  }

  async #report(): Promise<void> {
    const workspaceId = this.#ports.workspaceId()
    const clips = (await this.#ports.store.list()).filter((clip) => clip.workspaceId === workspaceId)
    const refused = clips.filter((clip) => clip.refusal !== null)
    this.#ports.onState({
      waiting: clips.length - refused.length,
      refused: refused.length,
      lastRefusal: refused.at(-1)?.refusal ?? null,
      isStalled: this.#failures > 0,
    })
  }
}
