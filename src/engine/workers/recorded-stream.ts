import { type ClipMaking, makingOf } from '../recording/clip-codec'
import { FrameTimeline } from '../recording/frame-timeline'
import type { TakeSize } from '../recording/recorder-port'
import type { FromRecorderWorker } from '../recording/recorder-protocol'
import type { CodecChoice } from './codecs/codec-choice'
import { copyFrame, FrameRing } from './frame-ring'
import { SoundRing } from './sound-ring'
import { TakeWriter } from './take-writer'

export interface StreamPorts {
  readonly post: (message: FromRecorderWorker) => void
  /** The page's monotonic clock. */
  readonly nowMs: () => number
  readonly codecs: CodecChoice
}

/** What one stream keeps between takes, and the take under way. */
export class RecordedStream {
  readonly #streamId: number
  readonly #frames: FrameRing
  readonly #sounds: SoundRing
  readonly #soundTimeline = new FrameTimeline()
  readonly #ports: StreamPorts
  readonly #closing = new AbortController()
  #take: TakeWriter | null = null
  #isMp4Taken = false
  /** Whether encoders were tried at the size of this stream, or are being. */
  #isTried = true
  /** How clips are made, as it was told last. */
  #making = ''

  constructor(streamId: number, preRollMs: number, ports: StreamPorts) {
    this.#streamId = streamId
    this.#frames = new FrameRing(preRollMs)
    this.#sounds = new SoundRing(preRollMs)
    this.#ports = ports
  }

  /** Until it is told otherwise, clips are webm. */
  setMp4Taken(isMp4Taken: boolean): void {
    this.#isMp4Taken = isMp4Taken
    this.#isTried = !isMp4Taken
  }

  setPreRoll(preRollMs: number): void {
    this.#frames.setReach(preRollMs)
    this.#sounds.setReach(preRollMs)
  }

  /** Closes the frame. */
  keep(frame: VideoFrame, atMs: number): void {
    if (!this.#isTried) void this.#try(frame, atMs)
    void this.#frames.keep(frame, atMs)
  }

  record(takeId: number, fromMs: number, size: TakeSize): TakeWriter {
    const frames = this.#frames.take(fromMs)
    const nowMs = this.#ports.nowMs()
    // The newest in any case: it tells that there is sound.
    const sounds = this.#sounds.take(Math.min(frames[0]?.atMs ?? nowMs, this.#sounds.newestAtMs ?? nowMs))
    const take = new TakeWriter(
      takeId,
      { frames, sounds, size },
      {
        ...this.#ports,
        codecs: this.#isMp4Taken ? this.#ports.codecs : null,
        onMaking: (making) => this.#tellMaking(making),
      },
    )
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

  /** Reads the microphone until it ends or the stream is closed. */
  async listen(audio: ReadableStream<AudioData>): Promise<void> {
    const reader = audio.getReader()
    const { signal } = this.#closing
    signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined))
    try {
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        const data = read.value
        const sound = { data, atMs: this.#soundTimeline.place(data.timestamp, this.#ports.nowMs()) }
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

  /** Before there is motion, so that no clip waits for it. */
  async #try(frame: VideoFrame, atMs: number): Promise<void> {
    this.#isTried = true
    const { displayWidth: width, displayHeight: height } = frame
    const verdict = await this.#ports.codecs.of({ width, height }, () => copyFrame(frame.clone(), atMs))
    if (verdict === null) this.#isTried = !this.#isMp4Taken
    else this.#tellMaking(makingOf(verdict))
  }

  #tellMaking(making: ClipMaking): void {
    const told = JSON.stringify(making)
    if (told === this.#making) return
    this.#making = told
    this.#ports.post({ kind: 'making', streamId: this.#streamId, making })
  }
}
