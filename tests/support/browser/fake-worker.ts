import type { FromMotionWorker, ToMotionWorker } from '../../../src/engine/motion/protocol'
import type { WorkerLike } from '../../../src/engine/worker-channel'
import { WorkerTimers } from '../../../src/engine/workers/worker-timers'

type KindOf<Kind extends ToMotionWorker['kind']> = Extract<ToMotionWorker, { kind: Kind }>

/** The worker's end of the channel. Its timers really tick (under the test's fake timers); all else the test answers. */
export class FakeWorker extends EventTarget {
  readonly posted: ToMotionWorker[] = []
  readonly transferred: Transferable[] = []
  isTerminated = false
  /** Hangs: takes messages, never says anything again. */
  isSilent = false
  /** postMessage throws this. */
  postError: DOMException | null = null
  readonly #timers = new WorkerTimers((timer) => this.say({ kind: 'timer', timer }))

  get asWorker(): WorkerLike {
    return this as unknown as WorkerLike
  }

  postMessage(message: ToMotionWorker, transfer: Transferable[] = []): void {
    if (message.kind === 'check-frame' || message.kind === 'checks' || message.kind === 'encode-jpeg') {
      if (this.postError !== null) throw this.postError
    }
    this.posted.push(message)
    this.transferred.push(...transfer)
    if (message.kind === 'start-timer') this.#timers.start(message.timer, message.delayMs, message.isRepeating)
    if (message.kind === 'stop-timer') this.#timers.stop(message.timer)
  }

  terminate(): void {
    this.isTerminated = true
  }

  /** The worker posts a message. */
  say(message: FromMotionWorker): void {
    if (!this.isTerminated && !this.isSilent) this.dispatchEvent(new MessageEvent('message', { data: message }))
  }

  /** The worker script failed. */
  crash(message: string): void {
    this.dispatchEvent(Object.assign(new Event('error'), { message }))
  }

  /** What was posted of one kind, oldest first. */
  postedOf<Kind extends ToMotionWorker['kind']>(kind: Kind): KindOf<Kind>[] {
    return this.posted.filter((message): message is KindOf<Kind> => message.kind === kind)
  }
}
