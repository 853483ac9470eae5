import { limitAwake } from '../../lib/time-limit'
import { type Clock, pageClock } from '../clock'
import { WorkerChannel, type WorkerLike } from '../worker-channel'
import type { DetectionOptions } from './detection'
import { JpegLane } from './jpeg-lane'
import type { CheckResult, GrabbedFrame, JpegPort, MotionPort } from './motion-port'
import type { CheckMessage, FromMotionWorker, ToMotionWorker } from './protocol'
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

/** Promises between a turn and its check, where the frame is there: more than there are, and all within one task. */
const GATHERED_HOPS = 5

interface GatheredCheck {
  readonly message: CheckMessage
  readonly cargo: VideoFrame | ArrayBuffer
}

/** The page's end of the one motion worker: every question is settled, also when the worker dies. */
export class MotionWorkerClient implements MotionPort, JpegPort {
  /** Ticks in the worker. */
  readonly clock: Clock
  readonly #workerClock: WorkerClock
  readonly #channel: WorkerChannel<ToMotionWorker, FromMotionWorker>
  readonly #onState: (state: MotionWorkerState) => void
  readonly #checks = new Map<number, (result: CheckResult | null) => void>()
  readonly #jpegs = new Map<number, (jpeg: Blob | null) => void>()
  /** Questions are numbered as they are asked, and a map keeps their order: its first is the oldest. */
  readonly #lane = new JpegLane(() => this.#checks.keys().next().value ?? null)
  /** Checks that go in one message; null while each goes by itself. */
  #gathered: GatheredCheck[] | null = null
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
    const check = this.#nextQuestion++
    if (grabbed.kind === 'frame') {
      const { frame } = grabbed
      return (await this.#askCheck({ message: { kind: 'check-frame', cameraId, check, frame }, cargo: frame })) ?? lost
    }
    const { width, height, pixels } = grabbed
    const message = { kind: 'check-pixels', cameraId, check, width, height, pixels } as const
    return (await this.#askCheck({ message, cargo: pixels })) ?? lost
  }

  /** Checks of frames that are there at once go to the worker in one message, and come back in one: each wakes a thread. */
  gather(turns: () => void): void {
    this.#gathered ??= []
    turns()
    void this.#sendSoon()
  }

  /** Whoever had not to wait for a frame has asked within a few promises. */
  async #sendSoon(): Promise<void> {
    for (let hop = 0; hop < GATHERED_HOPS; hop++) await null
    this.#sendGathered()
  }

  /** Detection comes first: the picture waits for the checks asked before it, and for the picture before. */
  encodeJpeg(frame: VideoFrame, maxWidth: number, quality: number): Promise<Blob | null> {
    return this.#lane.take(this.#nextQuestion - 1, async () => {
      const job = this.#nextQuestion++
      const isSent = this.#send({ kind: 'encode-jpeg', job, frame, maxWidth, quality }, [frame])
      return isSent ? this.#answerTo(this.#jpegs, job) : null
    })
  }

  /**
   * Ends the worker; open questions settle with null. Waits that others still have on its clock end on the page's: a
   * last clip that is being handed over, a frame that was asked for.
   */
  terminate(): void {
    this.#end()
  }

  /** null when it cannot be sent, or no answer comes. */
  async #askCheck(asked: GatheredCheck): Promise<CheckResult | null> {
    if (this.#gathered !== null) {
      this.#gathered.push(asked)
      return this.#answerTo(this.#checks, asked.message.check)
    }
    return this.#send(asked.message, [asked.cargo]) ? this.#answerTo(this.#checks, asked.message.check) : null
  }

  #sendGathered(): void {
    const gathered = this.#gathered ?? []
    this.#gathered = null
    const [first, second] = gathered
    if (first === undefined) return
    if (second !== undefined) {
      const checks = gathered.map(({ message }) => message)
      const cargo = gathered.map((one) => one.cargo)
      if (!this.#isLost && this.#channel.send({ kind: 'checks', checks }, cargo)) return
    }
    // One that cannot be sent must not keep the others back.
    for (const { message, cargo } of gathered) {
      if (!this.#send(message, [cargo])) this.#checks.get(message.check)?.(null)
    }
  }

  /** Hands the cargo over; closes the frames among it where that cannot be. */
  #send(message: ToMotionWorker, cargo: (VideoFrame | ArrayBuffer)[]): boolean {
    if (!this.#isLost && this.#channel.send(message, cargo)) return true
    for (const one of cargo) if (!(one instanceof ArrayBuffer)) one.close()
    return false
  }

  #answerTo<T>(pending: Map<number, (answer: T | null) => void>, question: number): Promise<T | null> {
    return new Promise<T | null>((resolve) => {
      // On the page's clock: a worker that hangs would not tell the time either.
      const onOver = () => this.#lose('The motion worker does not answer.')
      const cancelLimit = limitAwake(pageClock, ANSWER_LIMIT_MS, onOver)
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
      case 'checks-made':
        for (const { check, result } of message.answers) this.#checks.get(check)?.(result)
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
