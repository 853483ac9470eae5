import type { Cancel, Clock } from '../clock'
import { WorkerChannel, type WorkerLike } from '../worker-channel'
import type { FromPersonWorker, LookWish, PersonLook, PersonModel, ToPersonWorker } from './person-protocol'

/** Where frames are looked at: the person worker in the product. One at a time. */
export interface PersonPort {
  /** Whether it can look now. */
  readonly isReady: boolean
  /** Somebody may want to look soon: it gets ready, or stays so. */
  wake(): void
  /** Takes the frame over. null where it was not looked at. Never rejects. */
  look(frame: VideoFrame, wish: LookWish): Promise<PersonLook | null>
}

/** For the log. The first is told once until the detector works again. */
export interface PersonTroubles {
  /** Clips go on without: they are told of as motion. */
  onUnable(message: string): void
  /** The built-in detector serves in the place of the operator's model; told once. */
  onModelFailed(message: string): void
}

/** Nobody wanted to look for so long: its heap of 128 MB is given back. */
const IDLE_MS = 5 * 60_000

/** A detector that has not answered for this long hangs. */
const ANSWER_LIMIT_MS = 10_000

/** A few megabytes come over a slow network, and are compiled on a slow machine. */
const LOADING_LIMIT_MS = 120_000

/** One frame may not be readable; so many in a row are the detector's fault. */
const MOST_FAILED_LOOKS = 3

const FIRST_RETRY_MS = 30_000
const LONGEST_RETRY_MS = 10 * 60_000

type PersonChannel = WorkerChannel<ToPersonWorker, FromPersonWorker>

type State =
  | { readonly phase: 'none'; readonly retryAtMs: number }
  /** `channel` is null until it is known which detector it is to load. */
  | { readonly phase: 'loading'; channel: PersonChannel | null; hasModel: boolean; readonly cancelLimit: Cancel }
  | { readonly phase: 'ready'; readonly channel: PersonChannel; readonly hasModel: boolean; cancelIdle: Cancel }
  | { readonly phase: 'closed' }

interface OpenLook {
  readonly look: number
  readonly settle: (seen: PersonLook | null) => void
}

/** The page's end of the one person worker: started by the first wish to look, ended when idle; a lost one comes again later. */
export class PersonWorker implements PersonPort {
  readonly #startWorker: () => WorkerLike
  readonly #findModel: () => Promise<PersonModel | null>
  readonly #troubles: PersonTroubles
  readonly #clock: Clock
  #state: State = { phase: 'none', retryAtMs: Number.NEGATIVE_INFINITY }
  #open: OpenLook | null = null
  #nextLook = 1
  #failuresInRow = 0
  #failedLooksInRow = 0
  /** The operator's model hung or broke while it looked: from then on the built-in detector serves. */
  #isModelGivenUp = false
  #isModelFailureTold = false

  /** `findModel` answers with the operator's model, null where there is none; it may reject. */
  constructor(
    startWorker: () => WorkerLike,
    findModel: () => Promise<PersonModel | null>,
    troubles: PersonTroubles,
    clock: Clock,
  ) {
    this.#startWorker = startWorker
    this.#findModel = findModel
    this.#troubles = troubles
    this.#clock = clock
  }

  get isReady(): boolean {
    return this.#state.phase === 'ready' && this.#open === null
  }

  wake(): void {
    const state = this.#state
    if (state.phase === 'ready') this.#restartIdle(state)
    if (state.phase === 'none' && this.#clock.monotonicMs() >= state.retryAtMs) void this.#load()
  }

  async look(frame: VideoFrame, wish: LookWish): Promise<PersonLook | null> {
    const state = this.#state
    if (state.phase !== 'ready' || this.#open !== null) {
      frame.close()
      return null
    }
    this.#restartIdle(state)
    const look = this.#nextLook++
    if (!state.channel.send({ kind: 'look', look, frame, wish }, [frame])) {
      frame.close()
      return null
    }
    return new Promise((resolve) => {
      const cancelLimit = this.#clock.after(ANSWER_LIMIT_MS, () =>
        this.#fail(state.channel, 'The person detector does not answer.'),
      )
      const settle = (seen: PersonLook | null) => {
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
    const cancelLimit = this.#clock.after(LOADING_LIMIT_MS, () => {
      if (this.#state === loading) this.#fail(loading.channel, 'The person detector did not load in time.')
    })
    const loading: Extract<State, { phase: 'loading' }> = {
      phase: 'loading',
      channel: null,
      hasModel: false,
      cancelLimit,
    }
    this.#state = loading
    const model = await this.#wantedModel()
    if (this.#state !== loading) return
    loading.hasModel = model !== null
    const channel: PersonChannel = new WorkerChannel(this.#startWorker(), 'person', {
      onMessage: (message) => this.#receive(channel, message),
      onLost: (message) => this.#fail(channel, message),
    })
    loading.channel = channel
    channel.post({ kind: 'load', model })
  }

  #receive(channel: PersonChannel, message: FromPersonWorker): void {
    const state = this.#state
    if (!('channel' in state) || state.channel !== channel) return
    switch (message.kind) {
      case 'ready':
        return this.#begin(channel, message.modelTrouble)
      case 'unable':
        return this.#fail(channel, message.message)
      case 'looked':
        this.#failuresInRow = 0
        this.#failedLooksInRow = 0
        return this.#settle(message.look, message.seen)
      case 'not-looked':
        if (++this.#failedLooksInRow >= MOST_FAILED_LOOKS) return this.#fail(channel, message.message)
        return this.#settle(message.look, null)
    }
  }

  #settle(look: number, seen: PersonLook | null): void {
    if (this.#open?.look === look) this.#open.settle(seen)
  }

  #begin(channel: PersonChannel, modelTrouble: string | null): void {
    if (this.#state.phase !== 'loading') return
    this.#state.cancelLimit()
    if (modelTrouble !== null) this.#tellModelFailure(modelTrouble)
    const hasModel = this.#state.hasModel && modelTrouble === null
    const ready: Extract<State, { phase: 'ready' }> = { phase: 'ready', channel, hasModel, cancelIdle: () => undefined }
    this.#state = ready
    this.#restartIdle(ready)
  }

  #restartIdle(ready: Extract<State, { phase: 'ready' }>): void {
    ready.cancelIdle()
    ready.cancelIdle = this.#clock.after(IDLE_MS, () => {
      if (this.#state === ready) this.#end({ phase: 'none', retryAtMs: Number.NEGATIVE_INFINITY })
    })
  }

  async #wantedModel(): Promise<PersonModel | null> {
    if (this.#isModelGivenUp) return null
    return this.#findModel().catch((error: unknown) => {
      this.#tellModelFailure(error instanceof Error ? error.message : String(error))
      return null
    })
  }

  /** Once: a model that did not load is tried again with every worker, since the network may have been at fault. */
  #tellModelFailure(message: string): void {
    if (this.#isModelFailureTold) return
    this.#isModelFailureTold = true
    this.#troubles.onModelFailed(message)
  }

  /** Tried again at a later wish, after a wait that doubles. */
  #fail(channel: PersonChannel | null, message: string): void {
    const state = this.#state
    if (!('channel' in state) || state.channel !== channel) return
    // Too slow for this machine, or it broke: the built-in detector takes its place at once.
    if (state.phase === 'ready' && state.hasModel) {
      this.#isModelGivenUp = true
      this.#tellModelFailure(message)
      return this.#end({ phase: 'none', retryAtMs: Number.NEGATIVE_INFINITY })
    }
    const waitMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#failuresInRow)
    this.#end({ phase: 'none', retryAtMs: this.#clock.monotonicMs() + waitMs })
    this.#failuresInRow++
    if (this.#failuresInRow === 1) this.#troubles.onUnable(message)
  }

  #end(next: State): void {
    const state = this.#state
    this.#state = next
    this.#failedLooksInRow = 0
    if (state.phase === 'loading') state.cancelLimit()
    if (state.phase === 'ready') state.cancelIdle()
    if ('channel' in state) state.channel?.close()
    this.#open?.settle(null)
  }
}
