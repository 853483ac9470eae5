import { MINUTE_MS } from '../../lib/durations'
import { type LabelGroup, labelGroups } from '../../lib/label'
import { limitAwake } from '../../lib/time-limit'
import type { Cancel, Clock } from '../clock'
import { WorkerChannel, type WorkerLike } from '../worker-channel'
import { ModelStanding } from './model-standing'
import type {
  FromNamingWorker,
  LookFault,
  LookRequest,
  LookResult,
  PersonModel,
  ToNamingWorker,
} from './naming-protocol'

/** Where frames are looked at: the naming worker in the product. One at a time. */
export interface NamingPort {
  /** Whether it can look now. */
  readonly isReady: boolean
  /** Whether it will be able to, if all goes well. */
  readonly isLoading: boolean
  /** Whether the detector that was loaded last knows such things; true before any was. */
  canName(group: LabelGroup): boolean
  /** Somebody may want to look soon: it gets ready, or stays so. */
  wake(): void
  /** Nothing moves at present: time to rehearse. */
  noteCalm(): void
  /** Takes the frame over. null where it was not looked at. Never rejects. */
  look(frame: VideoFrame, request: LookRequest): Promise<LookResult | null>
}

/** Whether what moves can be named: `unable` until a later try succeeds. */
export type NamingPhase = 'idle' | 'loading' | 'ready' | 'unable'

export interface NamingEvents {
  onPhase(phase: NamingPhase): void
  /** For the log; told once until the detector works again. */
  onUnable(message: string): void
  /** The built-in detector serves in the place of the operator's model; told once. */
  onModelFailed(message: string): void
}

/** Longest time without a wish to look before the worker ends, and gives its heap of 128 MB back. */
export const NAMING_IDLE_MS = 5 * MINUTE_MS

/** How long nothing must have moved before the detector rehearses: whatever else begins with a camera is done by then. */
const CALM_MS = 10_000

/** A detector that has not answered for this long hangs. */
const ANSWER_LIMIT_MS = 10_000

/** Longest wait for a few megabytes to come over a slow network and be compiled on a slow machine. */
const LOADING_LIMIT_MS = 120_000

/** Longest wait for an operator's model: 200 MB over a line of 5 Mbit/s. Meanwhile nobody is named. */
const MODEL_LOADING_LIMIT_MS = 5 * MINUTE_MS

/** How many looks in a row may fail before another worker is tried: one frame may not be readable. */
const MOST_FAILED_LOOKS = 3

const FIRST_RETRY_MS = 30_000
const LONGEST_RETRY_MS = 10 * MINUTE_MS

type NamingChannel = WorkerChannel<ToNamingWorker, FromNamingWorker>

type State =
  | { readonly phase: 'none'; readonly retryAtMs: number }
  /** `channel` is null until it is known which detector it is to load. */
  | { readonly phase: 'loading'; channel: NamingChannel | null; hasModel: boolean; cancelLimit: Cancel }
  | { readonly phase: 'ready'; readonly channel: NamingChannel; readonly hasModel: boolean; cancelIdle: Cancel }
  | { readonly phase: 'closed' }

interface OpenLook {
  readonly look: number
  readonly settle: (seen: LookResult | null) => void
}

/** The page's end of the one naming worker: started by the first wish to look, ended when idle; a lost one comes again later. */
export class NamingWorkerClient implements NamingPort {
  readonly #startWorker: () => WorkerLike
  readonly #findModel: () => Promise<PersonModel | null>
  readonly #events: NamingEvents
  readonly #clock: Clock
  readonly #idleMs: () => number
  #state: State = { phase: 'none', retryAtMs: Number.NEGATIVE_INFINITY }
  #open: OpenLook | null = null
  #nextLook = 1
  #failuresInRow = 0
  #failedLooksInRow: readonly LookFault[] = []
  readonly #standing = new ModelStanding()
  #isModelFailureTold = false
  /**
   * Nobody uses it: while the page has it, the browser gives the next worker what it compiled and optimized for this one
   * (V8 knows modules by their bytes). Who comes after a rest is named a second sooner.
   */
  #runtime: WebAssembly.Module | null = null
  /** What the detector that was loaded last tells apart. */
  #groups: readonly LabelGroup[] = labelGroups
  #calmSinceMs: number | null = null
  /** It is loaded once while nothing moves, and goes again: whoever comes first then waits no longer than those after (LABEL-18). */
  #rehearsal: 'to-come' | 'under-way' | 'over' = 'to-come'

  /** `findModel` answers with the operator's model, null where there is none; it may reject. `idleMs` is asked after each look. */
  constructor(
    startWorker: () => WorkerLike,
    findModel: () => Promise<PersonModel | null>,
    events: NamingEvents,
    clock: Clock,
    idleMs: () => number = () => NAMING_IDLE_MS,
  ) {
    this.#startWorker = startWorker
    this.#findModel = findModel
    this.#events = events
    this.#clock = clock
    this.#idleMs = idleMs
  }

  get isReady(): boolean {
    return this.#state.phase === 'ready' && this.#open === null
  }

  get isLoading(): boolean {
    return this.#state.phase === 'loading'
  }

  /** Whether the next worker finds the runtime compiled. */
  get isCompiled(): boolean {
    return this.#runtime !== null
  }

  canName(group: LabelGroup): boolean {
    return this.#groups.includes(group)
  }

  wake(): void {
    this.#calmSinceMs = null
    this.#rehearsal = 'over'
    const state = this.#state
    if (state.phase === 'ready') this.#restartIdle(state)
    if (state.phase === 'none' && this.#clock.monotonicMs() >= state.retryAtMs) void this.#load()
  }

  noteCalm(): void {
    const nowMs = this.#clock.monotonicMs()
    this.#calmSinceMs ??= nowMs
    if (this.#rehearsal !== 'to-come' || this.#state.phase !== 'none' || nowMs < this.#calmSinceMs + CALM_MS) return
    this.#rehearsal = 'under-way'
    void this.#load()
  }

  async look(frame: VideoFrame, request: LookRequest): Promise<LookResult | null> {
    const state = this.#state
    if (state.phase !== 'ready' || this.#open !== null) {
      frame.close()
      return null
    }
    this.#restartIdle(state)
    const look = this.#nextLook++
    if (!state.channel.send({ kind: 'look', look, frame, request }, [frame])) {
      frame.close()
      return null
    }
    return new Promise((resolve) => {
      const cancelLimit = limitAwake(this.#clock, ANSWER_LIMIT_MS, () =>
        this.#fail(state.channel, 'The person detector does not answer.'),
      )
      const settle = (seen: LookResult | null) => {
        this.#open = null
        cancelLimit()
        resolve(seen)
      }
      this.#open = { look, settle }
    })
  }

  /** Ends the worker for good; an open look settles with null. */
  close(): void {
    this.#end({ phase: 'closed' })
  }

  async #load(): Promise<void> {
    const limitTo = (limitMs: number) =>
      limitAwake(this.#clock, limitMs, () => {
        if (this.#state === loading) this.#fail(loading.channel, 'The person detector did not load in time.')
      })
    const loading: Extract<State, { phase: 'loading' }> = {
      phase: 'loading',
      channel: null,
      hasModel: false,
      cancelLimit: limitTo(LOADING_LIMIT_MS),
    }
    this.#state = loading
    this.#events.onPhase('loading')
    const model = await this.#wantedModel()
    if (this.#state !== loading) return
    if (model !== null) {
      loading.hasModel = true
      loading.cancelLimit()
      loading.cancelLimit = limitTo(MODEL_LOADING_LIMIT_MS)
    }
    const channel: NamingChannel = new WorkerChannel(this.#startWorker(), 'naming', {
      onMessage: (message) => this.#receive(channel, message),
      onLost: (message) => this.#fail(channel, message),
    })
    loading.channel = channel
    channel.post({ kind: 'load', model })
  }

  #receive(channel: NamingChannel, message: FromNamingWorker): void {
    const state = this.#state
    if (!('channel' in state) || state.channel !== channel) return
    switch (message.kind) {
      case 'ready':
        return this.#begin(channel, message)
      case 'compiled':
        this.#runtime = message.runtime
        if (this.#rehearsal === 'under-way') this.#rest()
        return
      case 'unable':
        // The built-in detector did not load either, so that it is not the model's fault.
        return this.#tryLater(message.message)
      case 'looked':
        return this.#onLooked(channel, message)
      case 'not-looked':
        return this.#onNotLooked(channel, message)
    }
  }

  #onLooked(channel: NamingChannel, { look, seen }: Extract<FromNamingWorker, { kind: 'looked' }>): void {
    this.#failuresInRow = 0
    this.#failedLooksInRow = []
    this.#settle(look, seen)
    const hasModel = this.#state.phase === 'ready' && this.#state.hasModel
    const trouble = hasModel ? this.#standing.noteLooked(seen.tookMs / Math.max(1, seen.parts)) : null
    if (trouble !== null) this.#fail(channel, trouble)
  }

  #onNotLooked(channel: NamingChannel, failed: Extract<FromNamingWorker, { kind: 'not-looked' }>): void {
    this.#failedLooksInRow = [...this.#failedLooksInRow, failed.fault]
    if (this.#failedLooksInRow.length < MOST_FAILED_LOOKS) return this.#settle(failed.look, null)
    // A model is not at fault where it was never asked.
    if (this.#failedLooksInRow.includes('frame')) return this.#tryLater(failed.message)
    this.#fail(channel, failed.message)
  }

  #settle(look: number, seen: LookResult | null): void {
    if (this.#open?.look === look) this.#open.settle(seen)
  }

  #begin(channel: NamingChannel, { groups, modelTrouble }: Extract<FromNamingWorker, { kind: 'ready' }>): void {
    if (this.#state.phase !== 'loading') return
    this.#groups = groups
    this.#state.cancelLimit()
    if (modelTrouble !== null) this.#tellModelFailure(modelTrouble)
    this.#standing.noteReady()
    const hasModel = this.#state.hasModel && modelTrouble === null
    const ready: Extract<State, { phase: 'ready' }> = { phase: 'ready', channel, hasModel, cancelIdle: () => undefined }
    this.#state = ready
    this.#events.onPhase('ready')
    this.#restartIdle(ready)
  }

  #restartIdle(ready: Extract<State, { phase: 'ready' }>): void {
    ready.cancelIdle()
    ready.cancelIdle = this.#clock.after(this.#idleMs(), () => {
      if (this.#state === ready) this.#rest()
    })
  }

  async #wantedModel(): Promise<PersonModel | null> {
    if (!this.#standing.isWanted) return null
    return this.#findModel().catch((error: unknown) => {
      this.#tellModelFailure(error instanceof Error ? error.message : String(error))
      return null
    })
  }

  /** Once: a model that did not load is tried again with every worker, since the network may have been at fault. */
  #tellModelFailure(message: string): void {
    if (this.#isModelFailureTold) return
    this.#isModelFailureTold = true
    this.#events.onModelFailed(message)
  }

  /** The detector hangs or broke. */
  #fail(channel: NamingChannel | null, message: string): void {
    const state = this.#state
    if (!('channel' in state) || state.channel !== channel) return
    // Too slow for this machine or its line, or it broke: the built-in detector takes its place at once.
    if (state.hasModel) {
      this.#standing.noteFailed(state.phase)
      this.#tellModelFailure(message)
      return this.#rest()
    }
    this.#tryLater(message)
  }

  /** At a later wish to look, after a wait that doubles. */
  #tryLater(message: string): void {
    const waitMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#failuresInRow)
    this.#end({ phase: 'none', retryAtMs: this.#clock.monotonicMs() + waitMs })
    this.#events.onPhase('unable')
    this.#failuresInRow++
    if (this.#failuresInRow === 1) this.#events.onUnable(message)
  }

  /** The next wish to look starts it again. */
  #rest(): void {
    this.#end({ phase: 'none', retryAtMs: Number.NEGATIVE_INFINITY })
    this.#events.onPhase('idle')
  }

  #end(next: State): void {
    const state = this.#state
    this.#state = next
    if (this.#rehearsal === 'under-way') this.#rehearsal = 'over'
    this.#failedLooksInRow = []
    if (state.phase === 'loading') state.cancelLimit()
    if (state.phase === 'ready') state.cancelIdle()
    if ('channel' in state) state.channel?.close()
    this.#open?.settle(null)
  }
}
