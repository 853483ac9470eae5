import type { Clock } from '../clock'
import type { GrabbedFrame, JpegPort, MotionPort } from './motion-port'
import type { FromMotionWorker, ToMotionWorker } from './protocol'
import { WorkerClock } from './worker-clock'

export type MotionWorkerState =
  | { readonly phase: 'starting' }
  | { readonly phase: 'ready'; readonly memory: 'shared' | 'plain' }
  /** Nothing can be measured; `message` is for the log. */
  | { readonly phase: 'unusable'; readonly message: string }

/** The part of Worker that is used, so that tests can put one end of a channel here. */
export type WorkerLike = Pick<Worker, 'postMessage' | 'addEventListener' | 'terminate'>

/** A worker that has not answered for this long has lost the question. */
const ANSWER_LIMIT_MS = 10_000

/** The page's end of the one motion worker: every question is settled, also when the worker dies. */
export class MotionWorker implements MotionPort, JpegPort {
  /** Ticks in the worker. */
  readonly clock: Clock
  readonly #workerClock: WorkerClock
  readonly #worker: WorkerLike
  readonly #onState: (state: MotionWorkerState) => void
  readonly #checks = new Map<number, (difference: number | null) => void>()
  readonly #jpegs = new Map<number, (jpeg: Blob | null) => void>()
  #isLost = false
  #nextQuestion = 1

  constructor(worker: WorkerLike, onState: (state: MotionWorkerState) => void) {
    this.#worker = worker
    this.#onState = onState
    this.#workerClock = new WorkerClock((message) => worker.postMessage(message))
    this.clock = this.#workerClock
    worker.addEventListener('message', (event) => this.#receive(event.data as FromMotionWorker))
    worker.addEventListener('error', (event) => this.#lose(event.message))
    worker.addEventListener('messageerror', () => this.#lose('A message of the motion worker could not be read.'))
  }

  open(cameraId: string): void {
    this.#post({ kind: 'open', cameraId })
  }

  close(cameraId: string): void {
    this.#post({ kind: 'close', cameraId })
  }

  check(cameraId: string, grabbed: GrabbedFrame): Promise<number | null> {
    if (this.#isLost) {
      if (grabbed.kind === 'frame') grabbed.frame.close()
      return Promise.resolve(null)
    }
    return this.#ask(this.#checks, (check) => {
      if (grabbed.kind === 'frame') {
        const { frame } = grabbed
        this.#worker.postMessage({ kind: 'check-frame', cameraId, check, frame } satisfies ToMotionWorker, [frame])
      } else {
        const { width, height, pixels } = grabbed
        const message: ToMotionWorker = { kind: 'check-pixels', cameraId, check, width, height, pixels }
        this.#worker.postMessage(message, [pixels])
      }
    })
  }

  encodeJpeg(frame: VideoFrame, maxWidth: number, quality: number): Promise<Blob | null> {
    if (this.#isLost) {
      frame.close()
      return Promise.resolve(null)
    }
    return this.#ask(this.#jpegs, (job) => {
      this.#worker.postMessage({ kind: 'encode-jpeg', job, frame, maxWidth, quality } satisfies ToMotionWorker, [frame])
    })
  }

  /** Ends the worker; open questions settle with null. */
  terminate(): void {
    this.#isLost = true
    this.#worker.terminate()
    this.#settleAll()
  }

  #ask<T>(pending: Map<number, (answer: T | null) => void>, send: (question: number) => void): Promise<T | null> {
    const question = this.#nextQuestion++
    return new Promise<T | null>((resolve) => {
      const cancelLimit = this.clock.after(ANSWER_LIMIT_MS, () => pending.get(question)?.(null))
      pending.set(question, (answer) => {
        pending.delete(question)
        cancelLimit()
        resolve(answer)
      })
      send(question)
    })
  }

  #post(message: ToMotionWorker): void {
    if (!this.#isLost) this.#worker.postMessage(message)
  }

  #receive(message: FromMotionWorker): void {
    switch (message.kind) {
      case 'ready':
        return this.#onState({ phase: 'ready', memory: message.memory })
      case 'unusable':
        return this.#onState({ phase: 'unusable', message: message.message })
      case 'checked':
        return this.#checks.get(message.check)?.(message.difference)
      case 'jpeg':
        return this.#jpegs.get(message.job)?.(message.jpeg)
      case 'timer':
        return this.#workerClock.fire(message.timer)
    }
  }

  #lose(message: string): void {
    if (this.#isLost) return
    this.#isLost = true
    this.#workerClock.loseWorker()
    this.#settleAll()
    this.#onState({ phase: 'unusable', message })
  }

  #settleAll(): void {
    for (const settle of [...this.#checks.values()]) settle(null)
    for (const settle of [...this.#jpegs.values()]) settle(null)
  }
}
