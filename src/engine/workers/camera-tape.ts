import { FrameTimeline } from '../recording/frame-timeline'
import type { FromRecorderWorker } from '../recording/recorder-protocol'
import { FrameRing } from './frame-ring'
import { SoundRing } from './sound-ring'
import { TakeWriter } from './take-writer'

/** What one stream keeps between takes, and the take under way. */
export class CameraTape {
  readonly #frames: FrameRing
  readonly #sounds: SoundRing
  readonly #soundTimeline = new FrameTimeline()
  readonly #post: (message: FromRecorderWorker) => void
  readonly #nowMs: () => number
  readonly #closing = new AbortController()
  #take: TakeWriter | null = null

  /** `nowMs` is the page's monotonic clock. */
  constructor(preRollMs: number, post: (message: FromRecorderWorker) => void, nowMs: () => number) {
    this.#frames = new FrameRing(preRollMs)
    this.#sounds = new SoundRing(preRollMs)
    this.#post = post
    this.#nowMs = nowMs
  }

  setPreRoll(preRollMs: number): void {
    this.#frames.setReach(preRollMs)
    this.#sounds.setReach(preRollMs)
  }

  /** Closes the frame. */
  keep(frame: VideoFrame, atMs: number): void {
    void this.#frames.keep(frame, atMs)
  }

  record(takeId: number, fromMs: number): TakeWriter {
    const frames = this.#frames.take(fromMs)
    const nowMs = this.#nowMs()
    // The newest in any case: it tells that there is sound.
    const sounds = this.#sounds.take(Math.min(frames[0]?.atMs ?? nowMs, this.#sounds.newestAtMs ?? nowMs))
    const take = new TakeWriter(takeId, { frames, sounds }, this.#post, this.#nowMs)
    this.#take = take
    return take
  }

  /** The last frame also begins what the next take may reach back to: no moment falls between two clips. */
  endTake(take: TakeWriter, lastFrame: VideoFrame | null, atMs: number): void {
    if (lastFrame !== null) void this.#frames.keep(lastFrame.clone(), atMs)
    take.stop(lastFrame, atMs)
    this.leaveTake(take)
  }

  /** A take is over, also by itself: sound is kept for the next one from now on. */
  leaveTake(take: TakeWriter): void {
    if (this.#take === take) this.#take = null
  }

  /** Reads the microphone until it ends or the tape is closed. */
  async listen(audio: ReadableStream<AudioData>): Promise<void> {
    const reader = audio.getReader()
    const { signal } = this.#closing
    signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined))
    try {
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        const data = read.value
        const sound = { data, atMs: this.#soundTimeline.place(data.timestamp, this.#nowMs()) }
        if (signal.aborted) data.close()
        else if (this.#take === null) this.#sounds.keep(sound)
        else this.#take.hear(sound)
      }
    } catch {
      // The microphone went: the clip goes on without sound (CLIP-06).
    }
  }

  /** A take under way goes on until it is stopped, without sound. */
  close(): void {
    this.#closing.abort()
    this.#frames.setReach(0)
    this.#sounds.clear()
  }
}
