import { backoffMs } from './backoff'
import type { ClipStore } from './clip-store'
import { type ClipLocks, clipLock, uploaderLock } from './exclusive'
import { makeRoom } from './room'
import type { ClipEntry, DeliveryResult, WaitingClip } from './waiting-clip'

/** What the screens may show of the outbox. */
export interface OutboxState {
  /** Clips that the hub has not acknowledged yet, refused ones left out. */
  readonly waiting: number
  /** Clips the hub will not take. */
  readonly refused: number
  /** The last refusal's sentence. */
  readonly lastRefusal: string | null
  /** true while deliveries fail and are tried again. */
  readonly isStalled: boolean
  /** Clips that left undelivered for want of room, until a person has taken note. */
  readonly dropped: number
  /** In ms since the epoch; null before the first delivery. */
  readonly lastDeliveredAtMs: number | null
  /** Whether this browser has ever recorded for this workspace. */
  readonly hasRecorded: boolean
}

export const emptyOutbox: OutboxState = {
  ...{ waiting: 0, refused: 0, lastRefusal: null, isStalled: false },
  ...{ dropped: 0, lastDeliveredAtMs: null, hasRecorded: false },
}

/** The disk may give it back another time. */
const unreadable: DeliveryResult = { kind: 'postponed', because: 'trouble' }

export interface OutboxPorts {
  readonly store: ClipStore
  /** Sends one clip; has its own time limit. */
  readonly deliver: (clip: WaitingClip, signal: AbortSignal) => Promise<DeliveryResult>
  /** The workspace signed in to, or null; clips of other workspaces wait for theirs. */
  readonly workspaceId: () => string | null
  /** false while the browser knows that it reaches nobody. */
  readonly isOnline: () => boolean
  /** Recordings of this tab that have ended and wait to be made clips: to a person they are clips that wait. */
  readonly ended: () => readonly Pick<ClipEntry, 'id' | 'workspaceId'>[]
  readonly locks: ClipLocks
  readonly after: (delayMs: number, callback: () => void) => () => void
  readonly nowMs: () => number
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
  /** Nobody answered: clips that come meanwhile wait for the next try, too. */
  #isUnanswered = false
  #deliveringId: string | null = null
  #failures = 0
  #cancelRetry: (() => void) | null = null

  constructor(ports: OutboxPorts) {
    this.#ports = ports
  }

  /** A recording has ended: it is counted from now on, also while no clip can be made of it. */
  async recordingEnded(): Promise<void> {
    try {
      const { store, locks, ended } = this.#ports
      const endedIds = ended().map(({ id }) => id)
      await makeRoom(store, locks, (id) => id === this.#deliveringId, endedIds, this.#closing.signal)
      await this.report()
    } catch (error) {
      if (!this.#closing.signal.aborted) this.#ports.onError(error)
    }
  }

  /** A clip was put into the store: makes room for it, then delivers it. */
  async clipKept(): Promise<void> {
    await this.recordingEnded()
    if (!this.#isUnanswered) this.deliverNow()
  }

  /** Starts delivering what waits; called at start, when back online and after sign-in. */
  deliverNow(): void {
    if (this.#closing.signal.aborted) return
    this.#stopWaiting()
    this.#isUnanswered = false
    this.#isRunWanted = true
    if (!this.#isRunning) void this.#run()
  }

  /** Tries the refused clips again: there may be room, or another plan, by now. */
  async retryRefused(): Promise<void> {
    for (const { id } of await this.#refused()) await this.#mark(id, null)
    this.deliverNow()
  }

  /** Gives the refused clips up, for good. */
  async discardRefused(): Promise<void> {
    for (const clip of await this.#refused()) await this.#ports.store.remove(clip, { kind: 'discarded' })
    await this.report()
  }

  /** A person has taken note of this many dropped clips. */
  async dismissDropped(count: number): Promise<void> {
    const workspaceId = this.#ports.workspaceId()
    if (workspaceId !== null) await this.#ports.store.dismissDropped(workspaceId, count)
    await this.report()
  }

  /** Tells how things stand: another tab may have delivered, or dropped. */
  async report(): Promise<void> {
    const { store, onState } = this.#ports
    const workspaceId = this.#ports.workspaceId()
    if (workspaceId === null) return onState(emptyOutbox)
    const [all, ledger] = await Promise.all([store.list(), store.ledger(workspaceId)])
    // What was read for one workspace is not shown to another.
    if (this.#ports.workspaceId() !== workspaceId) return
    const clips = all.filter((clip) => clip.workspaceId === workspaceId)
    const refused = clips.filter((clip) => clip.refusal !== null)
    const ended = this.#ports.ended().filter((each) => each.workspaceId === workspaceId)
    const notYetClips = ended.filter(({ id }) => !all.some((clip) => clip.id === id))
    onState({
      waiting: clips.length - refused.length + notYetClips.length,
      refused: refused.length,
      lastRefusal: refused.at(-1)?.refusal ?? null,
      isStalled: this.#failures > 0,
      dropped: ledger?.dropped ?? 0,
      lastDeliveredAtMs: ledger?.lastDeliveredAtMs ?? null,
      hasRecorded: ledger !== null || clips.length > 0,
    })
  }

  /** Stops delivering; what waits stays on disk. */
  close(): void {
    this.#closing.abort()
    this.#stopWaiting()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    try {
      await this.report()
      while (this.#isRunWanted && !this.#closing.signal.aborted) {
        this.#isRunWanted = false
        this.#stopWaiting()
        await this.#ports.locks.exclusively(uploaderLock, () => this.#deliverAll(), this.#closing.signal)
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
    await this.report()
    let hasPostponed = false
    for (const entry of await this.#waitingOf(workspaceId)) {
      // Back online wakes the outbox: nothing is tried meanwhile.
      if (!this.#ports.isOnline()) return
      if (this.#closing.signal.aborted || this.#ports.workspaceId() !== workspaceId) return
      const result = await this.#deliverOne(entry)
      if (this.#closing.signal.aborted) return
      if (result?.kind === 'postponed') {
        hasPostponed = true
        // Nobody there for one is nobody there for all; a clip that the hub stumbles over must not stop the others.
        this.#isUnanswered = result.because === 'no-answer'
        if (this.#isUnanswered) break
      }
      await this.report()
    }
    if (hasPostponed) this.#retryLater()
    else this.#failures = 0
    await this.report()
  }

  /** null where the clip has left meanwhile. */
  async #deliverOne(entry: ClipEntry): Promise<DeliveryResult | null> {
    const { store, locks, deliver, nowMs } = this.#ports
    let result: DeliveryResult | null = null
    this.#deliveringId = entry.id
    const delivering = async () => {
      const clip = await this.#read(entry.id)
      if (clip === null) return
      // One damaged record must not stop the others.
      result = clip === 'unreadable' ? unreadable : await deliver(clip, this.#closing.signal)
      if (result.kind === 'delivered') await store.remove(entry, { kind: 'delivered', atMs: nowMs() })
      if (result.kind === 'refused') await this.#mark(entry.id, result.reason)
    }
    try {
      await locks.exclusively(clipLock(entry.id), delivering, this.#closing.signal)
    } finally {
      this.#deliveringId = null
    }
    return result
  }

  async #read(id: string): Promise<WaitingClip | null | 'unreadable'> {
    try {
      return await this.#ports.store.get(id)
    } catch (error) {
      this.#ports.onError(error)
      return 'unreadable'
    }
  }

  async #mark(id: string, refusal: string | null): Promise<void> {
    const clip = await this.#ports.store.get(id)
    if (clip !== null) await this.#ports.store.put({ ...clip, refusal })
  }

  async #waitingOf(workspaceId: string | null): Promise<ClipEntry[]> {
    if (workspaceId === null) return []
    const clips = await this.#ports.store.list()
    return clips.filter((clip) => clip.workspaceId === workspaceId && clip.refusal === null)
  }

  async #refused(): Promise<ClipEntry[]> {
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
}
