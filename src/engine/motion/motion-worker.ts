import { type Clock, pageClock } from '../clock'
import { WorkerChannel, type WorkerLike } from '../worker-channel'
import type { DetectionOptions } from './detection'
import { JpegLane } from './jpeg-lane'
import type { CheckResult, GrabbedFrame, JpegPort, MotionPort } from './motion-port'
import type { FromMotionWorker, ToMotionWorker } from './protocol'
import { type PageVisibility, WorkerClock } from './worker-clock'

export type MotionWorkerState =
  | { readonly phase: 'ready'; readonly memory: 'shared' | 'plain' }
  /** This browser lacks what the kernels need. */
  | { readonly phase: 'unusable'; readonly message: string }
  /** The worker's files did not come, or it died: a new one may do better. `message` is for the log. */
  | { readonly phase: 'lost'; readonly message: string }

/** A worker that has not answered for this long hangs. */
const ANSWER_LIMIT_MS = 10_000

const lost: CheckResult = { kind: 'lost' }

/** The page's end of the one motion worker: every question is settled, also when the worker dies. */
export class MotionWorker implements MotionPort, JpegPort {
  /** Ticks in the worker. */
  readonly clock: Clock
  readonly #workerClock: WorkerClock
  readonly #channel: WorkerChannel<ToMotionWorker, FromMotionWorker>
  readonly #onState: (state: MotionWorkerState) => void
  readonly #checks = new Map<number, (result: CheckResult | null) => void>()
  readonly #jpegs = new Map<number, (jpeg: Blob | null) => void>()
  /** Questions are numbered as they are asked, and a map keeps their order: its first is the oldest. */
  readonly #lane = new JpegLane(() => this.#checks.keys().next().value ?? null)
  #isLost = false
  #nextQuestion = 1

  constructor(worker: WorkerLike, onState: (state: MotionWorkerState) => void, visibility?: PageVisibility) {
    this.#onState = onState
    this.#channel = new WorkerChannel(worker, 'motion', {
      onMessage: (message) => this.#receive(message),
      onLost: (message) => this.#lose(message),
    })
    this.#workerClock = new WorkerClock((message) => this.#channel.post(message), visibility)
    this.clock = this.#workerClock
  }

  open(cameraId: string, options: DetectionOptions): void {
    this.#post({ kind: 'open', cameraId, options })
  }

  configure(cameraId: string, options: DetectionOptions): void {
    this.#post({ kind: 'configure', cameraId, options })
  }

  close(cameraId: string): void {
    this.#post({ kind: 'close', cameraId })
  }

  async check(cameraId: string, grabbed: GrabbedFrame): Promise<CheckResult> {
    const result = await (grabbed.kind === 'frame'
      ? this.#ask(this.#checks, grabbed.frame, (check) => {
          return { kind: 'check-frame', cameraId, check, frame: grabbed.frame }
        })
      : this.#ask(this.#checks, grabbed.pixels, (check) => {
          const { width, height, pixels } = grabbed
          return { kind: 'check-pixels', cameraId, check, width, height, pixels }
        }))
    return result ?? lost
  }

  /** Detection comes first: the picture waits for the checks asked before it, and for the picture before. */
  encodeJpeg(frame: VideoFrame, maxWidth: number, quality: number): Promise<Blob | null> {
    return this.#lane.take(this.#nextQuestion - 1, () =>
      this.#ask(this.#jpegs, frame, (job) => ({ kind: 'encode-jpeg', job, frame, maxWidth, quality })),
    )
  }

  /**
   * Ends the worker; open questions settle with null. Waits that others still have on its clock end on the page's: a
   * last clip that is being handed over, a frame that was asked for.
   */
  terminate(): void {
    this.#end()
  }

  /** Hands the cargo to the worker; null when it cannot be sent or no answer comes. */
  #ask<T>(
    pending: Map<number, (answer: T | null) => void>,
    cargo: VideoFrame | ArrayBuffer,
    messageOf: (question: number) => ToMotionWorker,
  ): Promise<T | null> {
    const question = this.#nextQuestion++
    if (this.#isLost || !this.#channel.send(messageOf(question), [cargo])) {
      if (!(cargo instanceof ArrayBuffer)) cargo.close()
      return Promise.resolve(null)
    }
    return new Promise<T | null>((resolve) => {
      // On the page's clock: a worker that hangs would not tell the time either.
      const cancelLimit = pageClock.after(ANSWER_LIMIT_MS, () => this.#lose('The motion worker does not answer.'))
      pending.set(question, (answer) => {
        pending.delete(question)
        cancelLimit()
        resolve(answer)
      })
    })
  }

  #post(message: ToMotionWorker): void {
    if (!this.#isLost) this.#channel.post(message)
  }

  #receive(message: FromMotionWorker): void {
    switch (message.kind) {
      case 'ready':
        return this.#onState({ phase: 'ready', memory: message.memory })
      case 'unusable':
        if (message.reason === 'not-loaded') return this.#lose(message.message)
        return this.#onState({ phase: 'unusable', message: message.message })
      case 'checked':
        this.#checks.get(message.check)?.(message.result)
        return this.#lane.advance()
      case 'jpeg':
        return this.#jpegs.get(message.job)?.(message.jpeg)
      case 'timer':
        return this.#workerClock.fire(message.timer)
    }
  }

  #lose(message: string): void {
    if (this.#isLost) return
    this.#end()
    this.#onState({ phase: 'lost', message })
  }

  #end(): void {
    this.#isLost = true
    // After an unreadable message it may live on, and would go on ticking.
    this.#channel.close()
    this.#workerClock.loseWorker()
    this.#settleAll()
  }

  #settleAll(): void {
    for (const settle of [...this.#checks.values()]) settle(null)
    for (const settle of [...this.#jpegs.values()]) settle(null)
    // Pictures that still wait go now, and are refused.
    this.#lane.advance()
  }
}
