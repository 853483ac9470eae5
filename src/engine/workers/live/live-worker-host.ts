import type { PictureSize } from '../../../lib/picture-size'
import type { FromLiveEncoder, ToLiveEncoder } from '../../live/relay-protocol'
import type { SendPace } from '../../live/send-pace'
import { LiveEncoder } from './live-encoder'

/** A camera at 30 a second gives every second frame; one at 15 each, though they come a little unevenly. */
const UNEVEN = 0.8

/** A stream that was closed ends within this; one that does not is given up. */
const END_LIMIT_MS = 1_000

/** The worker's end of a relay: takes frames at the pace, has them encoded, and closes every one that came. */
export class LiveWorkerHost {
  readonly #post: (message: FromLiveEncoder) => void
  readonly #encoder: LiveEncoder
  #pace: SendPace = { framesPerSec: 15, shrinkBy: 1 }
  /** null: nobody has said, and it is as large as it gets. */
  #shown: PictureSize | null = null
  #takenAtMs = Number.NEGATIVE_INFINITY
  #reader: ReadableStreamDefaultReader<VideoFrame> | null = null
  /** Settles when the stream of the reader ends. */
  #reading: Promise<void> = Promise.resolve()
  #asking: ReturnType<typeof setTimeout> | null = null

  constructor(post: (message: FromLiveEncoder) => void) {
    this.#post = post
    this.#encoder = new LiveEncoder(post)
  }

  handle(message: ToLiveEncoder): void {
    switch (message.kind) {
      case 'begin':
        return this.#begin(message.frames)
      case 'frame':
        return message.frame === null ? undefined : this.#take(message.frame)
      case 'key-frame':
        return this.#encoder.askKeyFrame()
      case 'set-pace':
        this.#pace = message.pace
        return
      case 'set-shown':
        this.#shown = message.shown
        return
      case 'end':
        this.#encoder.close()
        return void this.#letGo().then(() => this.#post({ kind: 'ended' }))
    }
  }

  #begin(frames: ReadableStream<VideoFrame> | null): void {
    void this.#letGo()
    if (frames === null) return this.#ask()
    const reader = frames.getReader()
    this.#reader = reader
    // Rejects where the track broke off; its camera is opened anew, or ends.
    this.#reading = this.#read(reader).catch(() => undefined)
  }

  /**
   * The page has closed the stream: it is read to its end, since a frame on its way between two threads is closed by
   * nobody else (a cancelled stream just forgets it).
   */
  async #letGo(): Promise<void> {
    if (this.#asking !== null) clearTimeout(this.#asking)
    this.#asking = null
    const reader = this.#reader
    const reading = this.#reading
    this.#reader = null
    if (reader === null) return
    let limit: ReturnType<typeof setTimeout> | undefined
    const isLate = new Promise<true>((resolve) => {
      limit = setTimeout(() => resolve(true), END_LIMIT_MS)
    })
    const hasNotEnded = await Promise.race([reading, isLate])
    clearTimeout(limit)
    // Rejects where the track broke off.
    if (hasNotEnded === true) await reader.cancel().catch(() => undefined)
  }

  async #read(reader: ReadableStreamDefaultReader<VideoFrame>): Promise<void> {
    for (;;) {
      const { value: frame, done } = await reader.read()
      if (done) return
      if (this.#reader === reader) this.#take(frame)
      else frame.close()
    }
  }

  #ask(): void {
    this.#post({ kind: 'frame-wanted' })
    this.#asking = setTimeout(() => this.#ask(), 1_000 / this.#pace.framesPerSec)
  }

  #take(frame: VideoFrame): void {
    const nowMs = Date.now()
    const elapsedMs = nowMs - this.#takenAtMs
    // A clock that was set back must not hold the picture.
    const isDue = elapsedMs < 0 || elapsedMs >= (UNEVEN * 1_000) / this.#pace.framesPerSec
    if (isDue) this.#encoder.noteDue()
    if (!isDue || this.#encoder.isBusy) return frame.close()
    this.#takenAtMs = nowMs
    void this.#encoder.encode(frame, nowMs, this.#pace, this.#shown)
  }
}
