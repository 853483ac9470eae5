import type { LoadKernelModule } from '../../../src/engine/motion/kernels'
import type { FromMotionWorker, ToMotionWorker } from '../../../src/engine/motion/protocol'
import { MotionWorkerHost } from '../../../src/engine/workers/motion-worker-host'

/** The real worker's host in this thread, behind a channel that the test can hold or cut. */
export class LoopbackWorker extends EventTarget {
  static load: LoadKernelModule = () => Promise.reject(new Error('no kernels'))
  static readonly made: LoopbackWorker[] = []

  isTerminated = false
  /** While set, messages wait in the channel. */
  gate: Promise<void> | null = null
  /** Checks take so long to arrive. */
  frameDelayMs = 0
  /** postMessage throws when a frame is to be handed over. */
  isRefusingFrames = false
  readonly #host: MotionWorkerHost
  /** Ticks that the browser holds back; null while it does not. */
  #heldTicks: FromMotionWorker[] | null = null

  constructor() {
    super()
    this.#host = new MotionWorkerHost('plain', LoopbackWorker.load, (message) => this.#say(message))
    LoopbackWorker.made.push(this)
  }

  postMessage(message: ToMotionWorker): void {
    if (this.isRefusingFrames && ('frame' in message || message.kind === 'checks'))
      throw new DOMException('Not now.', 'DataCloneError')
    void this.#deliver(message)
  }

  terminate(): void {
    this.isTerminated = true
  }

  crash(): void {
    this.dispatchEvent(Object.assign(new Event('error'), { message: 'It died.' }))
  }

  /** The browser throttles the worker's timers until what is returned is called. */
  holdTimers(): () => void {
    const held: FromMotionWorker[] = []
    this.#heldTicks = held
    return () => {
      this.#heldTicks = null
      for (const tick of held) this.#say(tick)
    }
  }

  async #deliver(message: ToMotionWorker): Promise<void> {
    await this.gate
    if ((message.kind === 'check-frame' || message.kind === 'checks') && this.frameDelayMs > 0) {
      await new Promise((resolve) => setTimeout(resolve, this.frameDelayMs))
    }
    await this.#host.handle(message)
  }

  #say(message: FromMotionWorker): void {
    if (message.kind === 'timer' && this.#heldTicks !== null) {
      this.#heldTicks.push(message)
      return
    }
    queueMicrotask(() => {
      if (!this.isTerminated) this.dispatchEvent(new MessageEvent('message', { data: message }))
    })
  }
}
