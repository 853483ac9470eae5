import { backoffMs } from './backoff'
import { ClipBackoff } from './clip-backoff'
import type { ClipStore } from './clip-store'
import { type ClipLocks, clipLock, uploaderLock } from './exclusive'
import type { EndedRecording } from './recording'
import { makeRoom, makeRoomFor } from './room'
import type { ClipEntry, DeliveryResult, WaitingClip } from './waiting-clip'

/** What the screens may show of the outbox. */
export interface OutboxState {
  /** Clips that the hub has not acknowledged yet, refused ones left out. */
  readonly waiting: number
  /** Of those that wait, the ones that the disk refused: they end with this tab. */
  readonly onlyInTab: number
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
  ...{ waiting: 0, onlyInTab: 0, refused: 0, lastRefusal: null, isStalled: false },
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
  /** Recordings that have ended and wait to be made clips: to a person they are clips that wait. */
  readonly ended: () => readonly EndedRecording[]
  readonly locks: ClipLocks
  readonly after: (delayMs: number, callback: () => void) => () => void
  readonly nowMs: () => number
  readonly random: () => number
  readonly onState: (state: OutboxState) => void
  /** For the log: a delivery run broke off. */
  readonly onError: (error: unknown) => void
}

/** 'all': also the clips that wait by themselves because they fail. */
export type DeliveryScope = 'due' | 'all'

/**
 * Delivers clips one by one, oldest first, those that fail by themselves after the others. A clip is on disk before its first delivery is tried and leaves the disk
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
  /** Of the hub, in a row: nobody answered, or a run broke off. */
  #failures = 0
  readonly #failing = new ClipBackoff()
  /** Each clip that the disk had no room for made one other leave, at most. */
  readonly #madeRoomFor = new Set<string>()
  #cancelRetry: (() => void) | null = null

  constructor(ports: OutboxPorts) {
    this.#ports = ports
  }

  /**
   * Makes room, brings to the disk what only this tab has, and tells how things stand. Called when a recording has
   * ended, which counts from then on, also while no clip can be made of it; and now and then.
   */
  async takeStock(): Promise<void> {
    try {
      const { store, locks, ended } = this.#ports
      await makeRoom(store, locks, this.#isDelivering, ended(), this.#closing.signal)
      await this.#saveRemembered()
      await this.report()
    } catch (error) {
      if (!this.#closing.signal.aborted) this.#ports.onError(error)
    }
  }

  /** A clip was put into the store: makes room for it, then delivers it. */
  async clipKept(): Promise<void> {
    await this.takeStock()
    if (!this.#isUnanswered) this.deliverNow()
  }

  /** The hub answers again: delivers what waits, but no clip that fails by itself before its time. */
  hubAnswers(): void {
    this.#failing.noteAnswer()
    this.deliverNow()
  }

  /** Starts delivering what waits; called at start, after sign-in and, with 'all', when back online. */
  deliverNow(scope: DeliveryScope = 'due'): void {
    if (this.#closing.signal.aborted) return
    if (scope === 'all') this.#failing.release(Number.POSITIVE_INFINITY)
    this.#stopWaiting()
    this.#isUnanswered = false
    this.#isRunWanted = true
    if (!this.#isRunning) void this.#run()
  }

  /** Tries the refused clips again: there may be room, or another plan, by now. */
  async retryRefused(): Promise<void> {
    for (const { id } of await this.#refused()) await this.#mark(id, null)
    this.deliverNow('all')
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
    const ended = this.#ports.ended().filter((each) => each.workspaceId === workspaceId)
    const [all, ledger, remembered] = await Promise.all([store.list(), store.ledger(workspaceId), store.remembered()])
    // What was read for one workspace is not shown to another.
    if (this.#ports.workspaceId() !== workspaceId) return
    const clips = all.filter((clip) => clip.workspaceId === workspaceId)
    const refused = clips.filter((clip) => clip.refusal !== null)
    const notYetClips = ended.filter(({ id }) => !all.some((clip) => clip.id === id))
    const waiting = [...clips.filter((clip) => clip.refusal === null), ...notYetClips].map(({ id }) => id)
    onState({
      waiting: waiting.length,
      onlyInTab: waiting.filter((id) => remembered.includes(id)).length,
      refused: refused.length,
      lastRefusal: refused.at(-1)?.refusal ?? null,
      isStalled: this.#failures > 0 || waiting.some((id) => this.#failing.isFailing(id)),
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
        this.#retryAll()
      }
    } finally {
      this.#isRunning = false
    }
  }

  async #deliverAll(): Promise<void> {
    const workspaceId = this.#ports.workspaceId()
    await this.report()
    let hasSilence = false
    for (const entry of await this.#dueOf(workspaceId)) {
      // Back online wakes the outbox: nothing is tried meanwhile.
      if (!this.#ports.isOnline()) return
      if (this.#closing.signal.aborted || this.#ports.workspaceId() !== workspaceId) return
      const result = await this.#deliverOne(entry)
      if (this.#closing.signal.aborted) return
      // Nobody there for one is nobody there for all; a clip that the hub stumbles over must not stop the others.
      hasSilence = result !== null && this.#note(entry.id, result) === 'hub'
      if (hasSilence) break
      await this.report()
    }
    this.#isUnanswered = hasSilence
    if (hasSilence) this.#retryAll()
    else {
      this.#failures = 0
      await this.#retryFailing(workspaceId)
    }
    await this.report()
  }

  /** 'hub' where nobody is there, for all that is known. */
  #note(id: string, result: DeliveryResult): 'clip' | 'hub' {
    const [nowMs, random] = [this.#ports.nowMs(), this.#ports.random()]
    if (result.kind === 'postponed' && result.because === 'no-answer') {
      return this.#failing.noteSilence(id, nowMs, random)
    }
    if (result.kind === 'postponed') this.#failing.noteTrouble(id, nowMs, random)
    else this.#failing.forget(id)
    return 'clip'
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
    this.#failing.keepOnly(new Set(clips.map(({ id }) => id)))
    return clips.filter((clip) => clip.workspaceId === workspaceId && clip.refusal === null)
  }

  /** What may be tried now, oldest first; what has failed by itself comes after all others. */
  async #dueOf(workspaceId: string | null): Promise<ClipEntry[]> {
    const nowMs = this.#ports.nowMs()
    const due = (await this.#waitingOf(workspaceId)).filter(({ id }) => this.#failing.isDue(id, nowMs))
    const isFailing = ({ id }: ClipEntry) => Number(this.#failing.isFailing(id))
    return due.toSorted((a, b) => isFailing(a) - isFailing(b))
  }

  async #refused(): Promise<ClipEntry[]> {
    const workspaceId = this.#ports.workspaceId()
    const clips = await this.#ports.store.list()
    return clips.filter((clip) => clip.workspaceId === workspaceId && clip.refusal !== null)
  }

  readonly #isDelivering = (id: string): boolean => id === this.#deliveringId

  /** The disk may take now what it refused before; for the room that it lacks, the oldest clip leaves. */
  async #saveRemembered(): Promise<void> {
    const { store, locks, ended } = this.#ports
    const newcomer = await store.offerAgain()
    if (newcomer === null || this.#madeRoomFor.has(newcomer.id)) return
    this.#madeRoomFor.add(newcomer.id)
    await makeRoomFor(newcomer, store, locks, this.#isDelivering, ended(), this.#closing.signal)
    await store.offerAgain()
  }

  /** Nothing can be delivered now: another run follows, ever later. */
  #retryAll(): void {
    this.#failures++
    this.#deliverAfter(backoffMs(this.#failures, this.#ports.random()))
  }

  /** Another run follows when the first of the clips that wait by themselves is due. */
  async #retryFailing(workspaceId: string | null): Promise<void> {
    const waiting = await this.#waitingOf(workspaceId)
    const atMs = this.#failing.nextOf(waiting.map(({ id }) => id))
    if (atMs === null) return
    const delayMs = Math.max(0, atMs - this.#ports.nowMs())
    this.#deliverAfter(delayMs, () => this.#failing.release(atMs))
  }

  #deliverAfter(delayMs: number, prepare: () => void = () => undefined): void {
    if (this.#closing.signal.aborted) return
    this.#stopWaiting()
    this.#cancelRetry = this.#ports.after(delayMs, () => {
      prepare()
      this.deliverNow()
    })
  }

  #stopWaiting(): void {
    this.#cancelRetry?.()
    this.#cancelRetry = null
  }
}
