import type { After } from '../lib/time-limit'
import { ClipBackoff } from './clip-backoff'
import { ClipDelivery, type DeliveryPorts, markUntried } from './clip-delivery'
import { uploaderLock } from './exclusive'
import { emptyOutbox, type OutboxState, outboxStateOf } from './outbox-state'
import type { EndedRecording } from './recording'
import { RefusedProbe } from './refused-probe'
import { Retry } from './retry'
import { makeRoom, makeRoomFor, type RoomPorts } from './room'
import type { ClipEntry, DeliveryResult } from './waiting-clip'

export interface OutboxPorts extends DeliveryPorts {
  /** The workspace signed in to, or null; clips of other workspaces wait for theirs. */
  readonly workspaceId: () => string | null
  /** false while the browser knows that it reaches nobody. */
  readonly isOnline: () => boolean
  /** Recordings that have ended and wait to be made clips: to a person they are clips that wait. */
  readonly ended: () => readonly EndedRecording[]
  readonly after: After
  /** 0 to 1. */
  readonly random: () => number
  readonly onState: (state: OutboxState) => void
}

/** All clips would meet it; `forMs` is how long the hub asks to be left alone, at least. */
interface HubTrouble {
  readonly forMs: number
}

/** 'all': also the clips that wait by themselves because they fail. */
export type DeliveryScope = 'due' | 'all'

/**
 * Delivers clips one by one, oldest first, those that fail by themselves after the others. A clip is on disk before its
 * first delivery is tried and leaves the disk only after the hub's acknowledgement, so that a closed tab or a lost
 * network loses nothing.
 */
export class Outbox {
  readonly #ports: OutboxPorts
  readonly #closing = new AbortController()
  /** One run at a time; another that is wanted meanwhile follows it. */
  #run: 'idle' | 'wanted' | 'under-way' = 'idle'
  /** Whether new clips wait for the next run: the last one met nobody, or a hub that takes none. */
  #holdsNewClips = false
  #wasDiskSilent = false
  readonly #delivery: ClipDelivery
  /** The next try of a whole run: nobody answered, or a run broke off. */
  readonly #retry: Retry
  readonly #roomPorts: RoomPorts
  readonly #failing = new ClipBackoff()
  readonly #refusedProbe: RefusedProbe
  /** Each clip that the disk had no room for made one other leave, at most. */
  readonly #madeRoomFor = new Set<string>()

  constructor(ports: OutboxPorts) {
    this.#ports = ports
    const { store, locks, ended, nowMs } = ports
    this.#delivery = new ClipDelivery(ports, this.#closing.signal)
    this.#retry = new Retry(ports.after, ports.random)
    const probePorts = {
      ...ports,
      refused: () => this.#refused(),
      onProbed: (outcome: 'taken' | 'still-refused') =>
        outcome === 'taken' ? this.deliverNow() : void this.takeStock(),
    }
    this.#refusedProbe = new RefusedProbe(probePorts, this.#delivery, this.#closing.signal)
    this.#roomPorts = { store, locks, ended, nowMs, isDelivering: (id) => this.#delivery.isDelivering(id) }
  }

  /**
   * Makes room, brings to the disk what only this tab has, and tells how things stand. Called when a recording has
   * ended, which counts from then on, also while no clip can be made of it; and now and then.
   */
  async takeStock(): Promise<void> {
    try {
      await makeRoom(this.#roomPorts, this.#closing.signal)
      await this.#saveRemembered()
      await this.report()
    } catch (error) {
      if (!this.#closing.signal.aborted) this.#ports.onError(error)
    }
  }

  /** A clip was put into the store: makes room for it, then delivers it. */
  async clipKept(): Promise<void> {
    await this.takeStock()
    if (!this.#holdsNewClips) this.deliverNow()
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
    this.#retry.cancel()
    this.#holdsNewClips = false
    const wasIdle = this.#run === 'idle'
    this.#run = 'wanted'
    if (wasIdle) void this.#runWhileWanted()
  }

  /** Tries the refused clips again: there may be room, or another plan, by now. */
  async retryRefused(): Promise<void> {
    try {
      await markUntried(this.#ports, await this.#refused())
    } catch (error) {
      // All stay refused; a person may ask again.
      this.#ports.onError(error)
    }
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
    const ended = this.#ports.ended()
    const [clips, ledger, remembered] = await Promise.all([store.list(), store.ledger(workspaceId), store.remembered()])
    // What was read for one workspace is not shown to another.
    if (this.#ports.workspaceId() !== workspaceId) return
    const trouble = {
      areRunsFailing: this.#retry.isFailing,
      isClipFailing: (id: string) => this.#failing.isFailing(id),
    }
    const isDiskSilent = store.isDiskSilent()
    onState(outboxStateOf(workspaceId, { clips, ledger, remembered, ended, isDiskSilent }, trouble))
    const isBack = this.#wasDiskSilent && !isDiskSilent
    this.#wasDiskSilent = isDiskSilent
    // The runs so far took it for empty.
    if (isBack) this.deliverNow()
  }

  /** Stops delivering; what waits stays on disk. */
  close(): void {
    this.#closing.abort()
    this.#retry.close()
  }

  async #runWhileWanted(): Promise<void> {
    try {
      await this.report()
      while (this.#run === 'wanted' && !this.#closing.signal.aborted) {
        this.#run = 'under-way'
        this.#retry.cancel()
        await this.#ports.locks.exclusively(uploaderLock, () => this.#deliverAll(), this.#closing.signal)
      }
    } catch (error) {
      if (!this.#closing.signal.aborted) {
        this.#ports.onError(error)
        this.#retry.noteFailure(() => this.deliverNow())
      }
    } finally {
      this.#run = 'idle'
    }
  }

  async #deliverAll(): Promise<void> {
    const workspaceId = this.#ports.workspaceId()
    await this.report()
    let hubTrouble: HubTrouble | null = null
    for (const entry of await this.#dueOf(workspaceId)) {
      // Back online wakes the outbox: nothing is tried meanwhile.
      if (!this.#ports.isOnline()) return
      if (this.#closing.signal.aborted || this.#ports.workspaceId() !== workspaceId) return
      const result = await this.#delivery.deliver(entry)
      if (this.#closing.signal.aborted) return
      // Nobody there for one is nobody there for all; a clip that the hub stumbles over must not stop the others.
      hubTrouble = result === null ? null : this.#note(entry.id, result)
      if (hubTrouble !== null) break
      await this.report()
    }
    this.#holdsNewClips = hubTrouble !== null
    if (hubTrouble !== null) this.#retry.noteFailure(() => this.deliverNow(), hubTrouble.forMs)
    else {
      this.#retry.noteSuccess()
      await this.#retryFailing(workspaceId)
    }
    await this.#refusedProbe.plan()
    await this.report()
  }

  /** null where it tells of this clip alone. */
  #note(id: string, result: DeliveryResult): HubTrouble | null {
    const [nowMs, random] = [this.#ports.nowMs(), this.#ports.random()]
    if (result.kind !== 'postponed') {
      this.#failing.forget(id)
      return null
    }
    switch (result.because) {
      case 'no-answer':
        return this.#failing.noteSilence(id, nowMs, random) === 'hub' ? { forMs: 0 } : null
      case 'not-now':
        this.#failing.noteNotNow(id)
        return result
      case 'trouble':
        this.#failing.noteTrouble(id, nowMs, random)
        return null
    }
  }

  async #waitingOf(workspaceId: string | null): Promise<ClipEntry[]> {
    if (workspaceId === null) return []
    const clips = await this.#ports.store.list()
    this.#failing.keepOnly(new Set(clips.map(({ id }) => id)))
    return clips.filter((clip) => clip.workspaceId === workspaceId && clip.refusal === null)
  }

  /** What may be tried now, oldest first; what has given way to others, then what fails by itself, comes after them. */
  async #dueOf(workspaceId: string | null): Promise<ClipEntry[]> {
    const nowMs = this.#ports.nowMs()
    const due = (await this.#waitingOf(workspaceId)).filter(({ id }) => this.#failing.isDue(id, nowMs))
    const isFailing = ({ id }: ClipEntry) => Number(this.#failing.isFailing(id))
    const givenWay = ({ id }: ClipEntry) => this.#failing.timesGivenWay(id)
    return due.toSorted((a, b) => isFailing(a) - isFailing(b) || givenWay(a) - givenWay(b))
  }

  async #refused(): Promise<ClipEntry[]> {
    const workspaceId = this.#ports.workspaceId()
    const clips = await this.#ports.store.list()
    return clips.filter((clip) => clip.workspaceId === workspaceId && clip.refusal !== null)
  }

  /** The disk may take now what it refused before; for the room that it lacks, the oldest clip leaves. */
  async #saveRemembered(): Promise<void> {
    const { store } = this.#ports
    const withoutRoom = await store.offerAgain()
    if (withoutRoom.length === 0) return
    // Of others the disk has all but what came to be known of them: nothing leaves for that.
    const onlyHere = await store.remembered()
    // Where the disk did not say what it has, nobody knows which these are.
    if (store.isDiskSilent()) return
    // One that is still too large must not keep those behind it from the disk.
    const newcomer = withoutRoom.find(({ id }) => onlyHere.includes(id) && !this.#madeRoomFor.has(id))
    if (newcomer === undefined) return
    this.#madeRoomFor.add(newcomer.id)
    await makeRoomFor(newcomer, this.#roomPorts, this.#closing.signal)
    await store.offerAgain()
  }

  /** Another run follows when the first of the clips that wait by themselves is due. */
  async #retryFailing(workspaceId: string | null): Promise<void> {
    const waiting = await this.#waitingOf(workspaceId)
    const atMs = this.#failing.nextOf(waiting.map(({ id }) => id))
    if (atMs === null) return
    const delayMs = Math.max(0, atMs - this.#ports.nowMs())
    this.#retry.plan(delayMs, () => {
      this.#failing.release(atMs)
      this.deliverNow()
    })
  }
}
