import type { FromRecorderWorker, ToRecorderWorker } from '../../../src/engine/recording/recorder-protocol'
import { RecorderWorkerHost } from '../../../src/engine/workers/recorder-worker-host'
import { CountedFrame } from './counted-frames'

/** The real recorder worker's host in this thread, behind a channel that the test can hold or cut. */
export class LoopbackRecorder extends EventTarget {
  static readonly made: LoopbackRecorder[] = []

  isTerminated = false
  /** While set, messages wait in the channel. */
  gate: Promise<void> | null = null
  /** postMessage throws when a frame is to be handed over. */
  isRefusingFrames = false
  /** What was posted, by kind. */
  readonly posted: ToRecorderWorker['kind'][] = []
  #delivered = Promise.resolve()
  readonly #host = new RecorderWorkerHost((message) => this.#say(message))

  constructor() {
    super()
    LoopbackRecorder.made.push(this)
  }

  postMessage(message: ToRecorderWorker, transfer: Transferable[] = []): void {
    for (const cargo of transfer as unknown[]) {
      // As browsers do.
      if (cargo instanceof CountedFrame && (cargo.isClosed || this.isRefusingFrames)) throw notCloned()
    }
    this.posted.push(message.kind)
    const { gate } = this
    this.#delivered = this.#delivered.then(() => gate ?? undefined).then(() => this.#host.handle(message))
  }

  terminate(): void {
    this.isTerminated = true
  }

  crash(): void {
    this.dispatchEvent(Object.assign(new Event('error'), { message: 'It died.' }))
  }

  #say(message: FromRecorderWorker): void {
    queueMicrotask(() => {
      if (!this.isTerminated) this.dispatchEvent(new MessageEvent('message', { data: message }))
    })
  }
}

function notCloned(): DOMException {
  return new DOMException('It cannot be handed over.', 'DataCloneError')
}
