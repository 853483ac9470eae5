import type {
  StreamRecorder,
  Take,
  TakeEvents,
  TakeFailure,
  TakeSize,
} from '../../../src/engine/recording/recorder-port'

/** The next bytes of a recording. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

/** A recording that the test drives. */
export class FakeTake implements Take {
  /** The moment it was asked to reach back to. */
  readonly fromMs: number
  readonly size: TakeSize
  /** When frames were added to it, and when it was stopped, each with whether a frame came along. */
  readonly addedAtMs: number[] = []
  readonly stoppedAt: { readonly atMs: number; readonly hasFrame: boolean }[] = []
  readonly #events: TakeEvents
  readonly #endsWhenStopped: boolean

  constructor(fromMs: number, events: TakeEvents, endsWhenStopped: boolean, size: TakeSize) {
    this.fromMs = fromMs
    this.size = size
    this.#events = events
    this.#endsWhenStopped = endsWhenStopped
  }

  get stops(): number {
    return this.stoppedAt.length
  }

  add(frame: VideoFrame, atMs: number): void {
    frame.close()
    this.addedAtMs.push(atMs)
  }

  stop(lastFrame: VideoFrame | null, atMs: number): void {
    lastFrame?.close()
    this.stoppedAt.push({ atMs, hasFrame: lastFrame !== null })
    // Never at once: the real ones answer with a message or an event.
    if (this.#endsWhenStopped) queueMicrotask(() => this.end())
  }

  giveUp(): boolean {
    if (this.#endsWhenStopped) return false
    this.end('no-answer')
    return true
  }

  begin(startedAtMs: number, hasAudio = false): void {
    this.#events.onBegun({ startedAtMs, mediaType: 'video/webm', hasAudio })
  }

  give(text: string): void {
    this.#events.onPart(bytesOf(text))
  }

  end(outcome: 'stopped' | TakeFailure = 'stopped'): void {
    this.#events.onEnded(outcome)
  }
}

/** What one stream was given to be recorded. */
export interface FakeStreamRecorder {
  readonly stream: MediaStream
  preRollMs: number | null
  /** How often it was told to keep nothing. */
  forgotten: number
  /** When its frames to be kept were seen. */
  readonly keptAtMs: number[]
  isClosed: boolean
}

export interface FakeRecorders {
  readonly open: (stream: MediaStream, ...others: unknown[]) => StreamRecorder
  /** The recorder of every opened stream, oldest first. */
  readonly opened: FakeStreamRecorder[]
  /** Every recording that was started, oldest first. */
  readonly started: FakeTake[]
  /** How often the browser was asked. */
  asked: number
  wantsFrames: boolean
  /** The browser cannot record. */
  isUnable: boolean
  /** `stop` is never answered; a take that is given up ends at once. */
  isHanging: boolean
  /** With all the pre-roll that is asked for; else recordings begin when the test says so. */
  isBeginning: boolean
}

/** Recorders whose takes begin at once with a part, and end when stopped. */
export function fakeRecorders(): FakeRecorders {
  const recorders: FakeRecorders = {
    opened: [],
    started: [],
    asked: 0,
    wantsFrames: true,
    isUnable: false,
    isHanging: false,
    isBeginning: true,
    open(stream): StreamRecorder {
      const recorder: FakeStreamRecorder = { stream, preRollMs: null, forgotten: 0, keptAtMs: [], isClosed: false }
      recorders.opened.push(recorder)
      return {
        get wantsFrames() {
          return recorders.wantsFrames
        },
        setPreRoll(preRollMs) {
          recorder.preRollMs = preRollMs
          if (preRollMs === 0) recorder.forgotten++
        },
        keep(frame, atMs) {
          frame.close()
          recorder.keptAtMs.push(atMs)
        },
        record(fromMs, events, size = 'whole') {
          recorders.asked++
          if (recorders.isUnable) return null
          const take = new FakeTake(fromMs, events, !recorders.isHanging, size)
          recorders.started.push(take)
          if (recorders.isBeginning) queueMicrotask(() => beginWhole(take))
          return take
        },
        close() {
          recorder.isClosed = true
        },
      }
    },
  }
  return recorders
}

function beginWhole(take: FakeTake): void {
  take.begin(take.fromMs)
  take.give('webm')
}
