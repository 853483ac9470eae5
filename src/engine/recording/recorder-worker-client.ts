import { MINUTE_MS } from '../../lib/durations'
import { limitAwake } from '../../lib/time-limit'
import { pageClock } from '../clock'
import { WorkerChannel, type WorkerLike } from '../worker-channel'
import type { ClipCodec, ClipMaking, CodecMemory } from './clip-codec'
import type { TakeEvents, TakeFailure } from './recorder-port'
import type { FrameToKeep, FromRecorderWorker, ToRecorderWorker } from './recorder-protocol'

/** Longest silence of a worker while a take that was stopped is awaited; then it hangs. */
const SILENCE_LIMIT_MS = 20_000

/** Longest silence about all takes while one has a frame of which nothing came; then the encoder hangs. */
const ENCODING_LIMIT_MS = 8_000

/** Without a frame for longer the camera paused, and what the encoder or the container waits for may be the next. */
const PAUSE_MS = 2_000

/** Longest wait for the end of a take that was stopped, however busy the worker is with others. */
const HANDOVER_LIMIT_MS = MINUTE_MS

/** How long the browser's own recorder serves before the encoders are tried again. */
const UNABLE_MS = 600_000

/**
 * Longest wait of frames from before a motion for those of the next check: two moments are one message. A frame of each
 * camera's own few buffers is held for it.
 */
const KEPT_WAIT_MS = 200

/** How many recordings may break off, or workers die, without a whole one between, before the browser's own recorder serves. */
const MOST_FAILURES = 3

export type RecorderChannel = WorkerChannel<ToRecorderWorker, FromRecorderWorker>

/** A stream that the worker that runs was told of. */
interface ToldStream {
  /** Is told how its clips are made. */
  readonly onMaking: (making: ClipMaking) => void
  /** What its clips are encoded by at present. */
  codec: ClipCodec | null
}

interface TakeUnderWay {
  readonly events: TakeEvents
  /** Also after it was closed. */
  readonly stream: ToldStream | undefined
  hasBegun: boolean
  /** When it was given the first of the frames that came since the worker's last word; infinite where it has none. */
  givenAtMs: number
  /** When it was given its last frame. */
  lastGivenAtMs: number
}

/** Each worker tries anew. */
const noMemory: CodecMemory = { read: () => [], keep: () => undefined }

/**
 * The page's end of the one recorder worker: encodes and writes off the main thread, beside the motion worker and never
 * before it. A worker that dies ends its takes with what they have, and the next frame starts another one.
 */
export class RecorderWorkerClient {
  readonly #startWorker: () => WorkerLike
  readonly #onLost: (message: string) => void
  readonly #memory: CodecMemory
  readonly #onBehind: () => void
  readonly #takes = new Map<number, TakeUnderWay>()
  readonly #streams = new Map<number, ToldStream>()
  #channel: RecorderChannel | null = null
  /** Until when this browser counts as one that does not encode what the containers take. */
  #unableUntilMs = 0
  #isReady = false
  /** What worked while a worker was lost: a driver that hangs is not waited for again. */
  readonly #suspects = new Set<ClipCodec>()
  /** When the worker last said anything but that frames wait, which they do where the encoder hangs. */
  #heardAtMs = 0
  #failuresInRow = 0
  #isClosing = false
  #nextId = 1
  /** Frames to be kept that are not sent yet, oldest first. */
  #kept: FrameToKeep[] = []

  /** `onBehind`: frames wait for an encoder. */
  constructor(
    startWorker: () => WorkerLike,
    onLost: (message: string) => void,
    memory: CodecMemory = noMemory,
    onBehind: () => void = () => undefined,
  ) {
    this.#startWorker = startWorker
    this.#onLost = onLost
    this.#memory = memory
    this.#onBehind = onBehind
  }

  /** Asked anew after some minutes: a machine that was overwhelmed may have room again. */
  get isAble(): boolean {
    return performance.now() >= this.#unableUntilMs
  }

  /** Whether the worker has said that it runs. */
  get isReady(): boolean {
    return this.#isReady
  }

  nextId(): number {
    return this.#nextId++
  }

  /** The worker's, which starts where none runs; its identity tells a stream whether the worker knows it. */
  channel(): RecorderChannel {
    this.#channel ??= this.#start()
    return this.#channel
  }

  /** Whether this is the channel of the worker that runs now. */
  isRunning(channel: RecorderChannel | null): boolean {
    return channel !== null && channel === this.#channel
  }

  /** Hands the message over with its frame; false where it cannot be sent, and the frame is closed. */
  send(message: ToRecorderWorker, cargo: Transferable | null = null): boolean {
    this.#sendKept()
    if (this.#hasSent(message, cargo === null ? [] : [cargo])) return true
    if (cargo instanceof VideoFrame) cargo.close()
    return false
  }

  /** Hands the frame over with those of the same moment, now or with the next; before anything else that is sent. */
  keep(frame: FrameToKeep): void {
    this.#kept.push(frame)
    const waitedMs = frame.atMs - (this.#kept[0]?.atMs ?? frame.atMs)
    // Frames of other cameras at this moment come before.
    if (waitedMs >= KEPT_WAIT_MS) queueMicrotask(() => this.#sendKept())
  }

  #sendKept(): void {
    const kept = this.#kept
    this.#kept = []
    const frames = kept.map(({ frame }) => frame)
    if (kept.length === 0 || this.#hasSent({ kind: 'keep', frames: kept }, frames)) return
    for (const frame of frames) frame.close()
  }

  #forgetKept(): void {
    for (const { frame } of this.#kept.splice(0)) frame.close()
  }

  /** Whether the message was handed over: a worker that is needed anew may not start. */
  #hasSent(message: ToRecorderWorker, cargo: Transferable[]): boolean {
    try {
      return this.channel().send(message, cargo)
    } catch {
      return false
    }
  }

  listen(streamId: number, onMaking: (making: ClipMaking) => void): void {
    this.#streams.set(streamId, { onMaking, codec: null })
  }

  ignore(streamId: number): void {
    this.#streams.delete(streamId)
  }

  begin(takeId: number, streamId: number, events: TakeEvents): void {
    const nothing = { hasBegun: false, givenAtMs: Number.POSITIVE_INFINITY, lastGivenAtMs: 0 }
    this.#takes.set(takeId, { events, stream: this.#streams.get(streamId), ...nothing })
  }

  /** A take that was stopped and does not end by itself: the worker hangs. */
  limit(takeId: number): void {
    const channel = this.#channel
    const stoppedAtMs = performance.now()
    const giveUp = () => {
      if (!this.#takes.has(takeId)) return
      if (channel !== null) this.#lose(channel, 'The recorder worker does not answer.')
      // Another worker has taken its place.
      this.#end(takeId, 'no-answer')
    }
    const check = () => {
      const leftMs = SILENCE_LIMIT_MS - (performance.now() - Math.max(stoppedAtMs, this.#heardAtMs))
      // A busy machine encodes the takes of all cameras by turns: one that waits for its turn is no reason to lose them all.
      if (leftMs > 0 && this.#takes.has(takeId)) limitAwake(pageClock, leftMs, check)
      else giveUp()
    }
    limitAwake(pageClock, SILENCE_LIMIT_MS, check)
    limitAwake(pageClock, HANDOVER_LIMIT_MS, giveUp)
  }

  /** A frame was handed over for a take. One that has begun is not waited for until its end, where the encoder hangs. */
  noteGiven(takeId: number): void {
    const take = this.#takes.get(takeId)
    if (take === undefined) return
    const nowMs = performance.now()
    const hasPaused = take.hasBegun && nowMs - take.lastGivenAtMs > PAUSE_MS
    take.lastGivenAtMs = nowMs
    // A camera may have given none for a while.
    if (hasPaused || this.#heardAtMs > take.givenAtMs || take.givenAtMs === Number.POSITIVE_INFINITY)
      take.givenAtMs = nowMs
    if (take.hasBegun) this.endHanging(takeId)
  }

  /** Of a take that has frames nothing came: ends the worker where nothing came of any other either. */
  endHanging(takeId: number): boolean {
    const givenAtMs = this.#takes.get(takeId)?.givenAtMs ?? Number.POSITIVE_INFINITY
    const silentMs = performance.now() - Math.max(givenAtMs, this.#heardAtMs)
    if (this.#channel === null || silentMs < ENCODING_LIMIT_MS) return false
    this.#lose(this.#channel, 'The recorder worker encodes nothing.')
    return true
  }

  /** Ends the worker once the takes under way are handed over. */
  close(): void {
    this.#isClosing = true
    this.#forgetKept()
    this.#terminateWhenDone()
  }

  #start(): RecorderChannel {
    const channel: RecorderChannel = new WorkerChannel(this.#startWorker(), 'recorder', {
      onMessage: (message) => this.#receive(message),
      onLost: (message) => this.#lose(channel, message),
    })
    const verdicts = this.#memory.read()
    const broken = [...this.#suspects]
    if (verdicts.length > 0 || broken.length > 0) channel.post({ kind: 'know', verdicts, broken })
    return channel
  }

  #receive(message: FromRecorderWorker): void {
    if (message.kind !== 'behind') this.#heardAtMs = performance.now()
    switch (message.kind) {
      case 'ready':
        this.#isReady = true
        return
      case 'encoded':
        return
      case 'tried':
        return this.#memory.keep(message.verdict)
      case 'making':
        return this.#noteMaking(message)
      case 'behind':
        return this.#onBehind()
      case 'begun': {
        const take = this.#takes.get(message.takeId)
        if (take !== undefined) take.hasBegun = true
        return take?.events.onBegun(message)
      }
      case 'part':
        return this.#takes.get(message.takeId)?.events.onPart(message.bytes)
      case 'ended':
        if (message.outcome === 'no-format') this.#turnUnable()
        if (message.outcome === 'stopped') this.#failuresInRow = 0
        // A camera without a picture tells nothing of the encoders.
        else if (message.outcome !== 'no-frame') this.#noteFailure()
        return this.#end(message.takeId, message.outcome)
    }
  }

  #noteMaking({ streamId, making }: Extract<FromRecorderWorker, { kind: 'making' }>): void {
    const stream = this.#streams.get(streamId)
    if (stream === undefined) return
    if (making.by === 'encoder') stream.codec = making.codec
    stream.onMaking(making)
  }

  #end(takeId: number, outcome: 'stopped' | TakeFailure): void {
    const take = this.#takes.get(takeId)
    if (take === undefined) return
    this.#takes.delete(takeId)
    take.events.onEnded(outcome)
    this.#terminateWhenDone()
  }

  #lose(channel: RecorderChannel, message: string): void {
    if (channel !== this.#channel) return
    channel.close()
    this.#channel = null
    this.#isReady = false
    this.#forgetKept()
    const codecs = [...this.#takes.values()].map(({ stream }) => stream?.codec)
    if (codecs.includes('h264-hardware')) this.#suspects.add('h264-hardware')
    this.#noteFailure()
    for (const takeId of [...this.#takes.keys()]) this.#end(takeId, 'no-answer')
    this.#onLost(message)
  }

  #noteFailure(): void {
    this.#failuresInRow++
    if (this.#failuresInRow >= MOST_FAILURES) this.#turnUnable()
  }

  #turnUnable(): void {
    this.#failuresInRow = 0
    this.#unableUntilMs = performance.now() + UNABLE_MS
  }

  #terminateWhenDone(): void {
    if (!this.#isClosing || this.#takes.size > 0) return
    this.#channel?.close()
    this.#channel = null
  }
}
