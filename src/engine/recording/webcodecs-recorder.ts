import { FrameTimeline } from './frame-timeline'
import type { RecorderWishes, StreamRecorder, Take, TakeEvents, TakeSize } from './recorder-port'
import type { RecorderChannel, RecorderWorkerClient } from './recorder-worker-client'

/** Records the frames it is given, through WebCodecs in the recorder worker, with what came before the motion. */
export class WebCodecsRecorder implements StreamRecorder {
  readonly wantsFrames = true
  readonly #worker: RecorderWorkerClient
  readonly #stream: MediaStream
  readonly #streamId: number
  readonly #timeline = new FrameTimeline()
  #preRollMs: number
  /** To the worker that knows this stream; another one is told anew. */
  #openIn: RecorderChannel | null = null
  readonly #wishes: RecorderWishes
  #isMp4Told = false

  constructor(worker: RecorderWorkerClient, stream: MediaStream, preRollMs: number, wishes: RecorderWishes = onlyWebm) {
    this.#worker = worker
    this.#stream = stream
    this.#streamId = worker.nextId()
    this.#preRollMs = preRollMs
    this.#wishes = wishes
  }

  setPreRoll(preRollMs: number): void {
    if (preRollMs === this.#preRollMs) return
    this.#preRollMs = preRollMs
    if (this.#worker.isRunning(this.#openIn)) {
      this.#worker.send({ kind: 'set-pre-roll', streamId: this.#streamId, preRollMs })
    }
  }

  keep(frame: VideoFrame, atMs: number): void {
    if (this.#preRollMs === 0) return frame.close()
    this.#open()
    // The worker's script may still be on its way: frames that wait for it would be the camera's own few buffers.
    if (!this.#worker.isReady) return frame.close()
    const placedMs = this.#timeline.place(frame.timestamp, atMs)
    this.#worker.keep({ streamId: this.#streamId, frame, atMs: placedMs })
  }

  record(fromMs: number, events: TakeEvents, size: TakeSize = 'whole'): Take {
    this.#open()
    const takeId = this.#worker.nextId()
    this.#worker.begin(takeId, this.#streamId, events)
    this.#worker.send({ kind: 'record', streamId: this.#streamId, takeId, fromMs, size })
    return {
      add: (frame, atMs) => {
        const placedMs = this.#timeline.place(frame.timestamp, atMs)
        if (this.#worker.send({ kind: 'add', takeId, frame, atMs: placedMs }, frame)) this.#worker.noteGiven(takeId)
      },
      stop: (lastFrame, atMs) => {
        this.#worker.limit(takeId)
        const isSent = this.#worker.send({ kind: 'stop', takeId, lastFrame, atMs }, lastFrame)
        if (!isSent) this.#worker.send({ kind: 'stop', takeId, lastFrame: null, atMs })
      },
      giveUp: () => this.#worker.endHanging(takeId),
    }
  }

  close(): void {
    if (this.#worker.isRunning(this.#openIn)) this.#worker.send({ kind: 'close', streamId: this.#streamId })
    this.#worker.ignore(this.#streamId)
    this.#openIn = null
  }

  #open(): void {
    const channel = this.#worker.channel()
    if (channel !== this.#openIn) this.#openAnew(channel)
    const { isMp4Taken } = this.#wishes
    if (isMp4Taken === this.#isMp4Told) return
    this.#isMp4Told = isMp4Taken
    this.#worker.send({ kind: 'set-mp4-taken', streamId: this.#streamId, isMp4Taken })
  }

  #openAnew(channel: RecorderChannel): void {
    this.#openIn = channel
    this.#isMp4Told = false
    this.#worker.listen(this.#streamId, (making) => this.#wishes.onMaking(making))
    const audio = soundOf(this.#stream)
    const apartMs = Date.now() - performance.now()
    const opening = { kind: 'open', streamId: this.#streamId, preRollMs: this.#preRollMs, apartMs } as const
    // A microphone that cannot be handed over costs the clip its sound, not its picture (CLIP-06).
    if (!this.#worker.send({ ...opening, audio }, audio)) this.#worker.send({ ...opening, audio: null })
  }
}

/** What is wished for every provider that does not say more. */
const onlyWebm: RecorderWishes = { isMp4Taken: false, onMaking: () => undefined }

/** The stream's sound as data; null without a microphone. */
function soundOf(stream: MediaStream): ReadableStream<AudioData> | null {
  const track = stream.getAudioTracks()[0]
  if (track === undefined || typeof MediaStreamTrackProcessor === 'undefined') return null
  return new MediaStreamTrackProcessor({ track }).readable
}
