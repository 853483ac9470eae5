import type { FromLiveEncoder, ToLiveEncoder } from '../../../src/engine/live/relay-protocol'
import type { OpenFrames } from '../../../src/engine/live/track-frames'
import type { WorkerLike } from '../../../src/engine/worker-channel'
import { LiveWorkerHost } from '../../../src/engine/workers/live/live-worker-host'
import { CountedFrame } from '../engine/counted-frames'

/** The real worker's host of a relay in this thread. */
export class LoopbackEncoder extends EventTarget {
  static readonly made: LoopbackEncoder[] = []

  isTerminated = false
  readonly #host = new LiveWorkerHost((message) => this.#say(message))

  constructor() {
    super()
    LoopbackEncoder.made.push(this)
  }

  static start = (): WorkerLike => new LoopbackEncoder() as unknown as WorkerLike

  static get running(): number {
    return LoopbackEncoder.made.filter(({ isTerminated }) => !isTerminated).length
  }

  postMessage(message: ToLiveEncoder): void {
    queueMicrotask(() => {
      if (!this.isTerminated) this.#host.handle(message)
    })
  }

  terminate(): void {
    this.isTerminated = true
  }

  #say(message: FromLiveEncoder): void {
    queueMicrotask(() => {
      if (!this.isTerminated) this.dispatchEvent(new MessageEvent('message', { data: message }))
    })
  }
}

/** The frames of streams, which come when the test films one; by stream. */
export class FilmedStreams {
  readonly #controllers = new Map<MediaStream, ReadableStreamDefaultController<VideoFrame>>()
  /** Streams in the order in which they were asked for. */
  readonly opened: MediaStream[] = []

  open: OpenFrames = (stream) => {
    this.opened.push(stream)
    const readable = new ReadableStream<VideoFrame>({
      start: (controller) => void this.#controllers.set(stream, controller),
      cancel: () => void this.#controllers.delete(stream),
    })
    const close = () => {
      this.#controllers.get(stream)?.close()
      this.#controllers.delete(stream)
    }
    return { kind: 'stream', readable, close }
  }

  /** Whether somebody reads its frames. */
  isRead(stream: MediaStream): boolean {
    return this.#controllers.has(stream)
  }

  film(stream: MediaStream): void {
    this.#controllers.get(stream)?.enqueue(new CountedFrame().asVideoFrame)
  }
}
