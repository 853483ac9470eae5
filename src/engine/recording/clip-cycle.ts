import { SLEPT_MS } from '../../lib/time-limit'
import type { Clock } from '../clock'
import type { FrameSource } from '../motion/motion-port'
import { type IsLess, recordedRate } from '../pacing/less'
import { SleepWatch } from '../sleep-watch'
import type { EngineTimings } from '../timings'
import type { ClipHead } from './clip'
import { extendedEndMs, firstEndMs } from './clip-length'
import type { StreamRecorder, TakeEvents, TakeFailure } from './recorder-port'
import { mayRecord, type RecordingCycle, recordingEnded, recordingStarted } from './recording-cycle'
import type { Beginning, Begun, RunningClip } from './running-clip'

/** Widest thumbnail of a clip. */
const THUMBNAIL_WIDTH = 640

/** Frames are polled for this often, twice per frame of a camera at 15 a second: none is missed. */
const POLL_MS = 33

/** A recording that has not begun by then goes on no longer: it is handed over, or tried anew where the encoder hangs. */
const BEGIN_LIMIT_MS = 10_000

export interface ClipCyclePorts {
  readonly clock: Clock
  readonly newClipId: () => string
  /** What the tab does with less of at present. */
  readonly isLess: IsLess
}

export interface ClipCycleEvents {
  /** The cycle moved. */
  onCycle(cycle: RecordingCycle): void
  /** `firstFrameAtMs` is its beginning on the monotonic clock. */
  onClipBegun(clip: ClipHead, firstFrameAtMs: number): void
  onClipPart(clipId: string, bytes: Uint8Array<ArrayBuffer>): void
  /** The picture of the moment of motion. */
  onClipThumbnail(clipId: string, jpeg: Blob): void
  /** Motion came into a clip that somebody had recorded, told once. */
  onClipMoved(clipId: string): void
  /** No more parts come; what there is can be closed and delivered. */
  onClipEnded(clipId: string): void
  /** A recording broke off, or never began; motion is still watched. */
  onRecordingFailed(reason: TakeFailure): void
}

/**
 * The clips of one camera (REC-08, REC-09; CLIP-02): each begins with what was kept before the motion,
 * lasts 15 s or for as long as motion and the user's longest clip allow, and its end begins the cooldown.
 */
export class ClipCycle {
  readonly #frames: FrameSource
  readonly #recorder: StreamRecorder
  readonly #timings: EngineTimings
  readonly #ports: ClipCyclePorts
  readonly #events: ClipCycleEvents
  readonly #sleep: SleepWatch
  #cycle: RecordingCycle
  #running: RunningClip | null = null
  #longestClipMs: number
  #preRollMs: number
  /** Whether the check under way compares its frame with one of before a sleep. */
  #hasJustWoken = false

  constructor(
    camera: {
      readonly frames: FrameSource
      readonly recorder: StreamRecorder
      readonly longestClipMs: number
      /** When the camera's last recording ended, also one of an earlier watch: the cooldown counts from there. */
      readonly lastEndedAtMs: number | null
    },
    timings: EngineTimings,
    ports: ClipCyclePorts,
    events: ClipCycleEvents,
  ) {
    this.#frames = camera.frames
    this.#recorder = camera.recorder
    this.#longestClipMs = camera.longestClipMs
    this.#preRollMs = timings.preRollMs
    this.#timings = timings
    this.#ports = ports
    this.#sleep = new SleepWatch(ports.clock)
    this.#events = events
    this.#cycle = { phase: 'idle', lastEndedAtMs: camera.lastEndedAtMs }
    // The watch before may have had less, on a machine over its budget.
    camera.recorder.setPreRoll(timings.preRollMs)
  }

  get isRecording(): boolean {
    return this.#cycle.phase === 'recording'
  }

  /** The id of the clip under way, also where its beginning was not told yet. */
  get runningId(): string | null {
    return this.#running?.clipId ?? null
  }

  setLongestClip(longestClipMs: number): void {
    this.#longestClipMs = longestClipMs
  }

  /** A machine over its budget keeps less, or nothing. */
  setPreRoll(preRollMs: number): void {
    this.#preRollMs = preRollMs
    this.#recorder.setPreRoll(preRollMs)
  }

  /** A frame on its way to a check, which it still belongs to: a clip may begin with it later. */
  noteFrame(frame: VideoFrame): void {
    this.#hasJustWoken = this.#sleep.hasSlept()
    if (this.#hasJustWoken) this.#noteWoken()
    if (this.#running !== null || this.#preRollMs === 0 || !this.#recorder.wantsFrames) return
    this.#recorder.keep(frame.clone(), this.#nowMs())
  }

  /** A check found motion. */
  noteMotion(): void {
    const nowMs = this.#nowMs()
    // Day has become night, and nobody has moved: the next check compares with a frame of now.
    const isOfBefore = this.#hasJustWoken
    this.#hasJustWoken = false
    if (isOfBefore) return
    if (this.#running === null) {
      if (mayRecord(this.#cycle, nowMs, this.#timings.cooldownMs)) this.#begin(nowMs, { isByHand: false })
      return
    }
    this.#noteMoved(this.#running)
    this.#extend(this.#running, nowMs)
  }

  /** Whoever had it recorded may look away. */
  #noteMoved({ clipId, begun }: RunningClip): void {
    if (!begun.isByHand || begun.hasMoved) return
    begun.hasMoved = true
    if (begun.head !== null) this.#events.onClipMoved(clipId)
  }

  /** Somebody wants a clip of now, whatever the cooldown: its id, or that of the clip under way, which goes on as by motion. */
  recordNow(): string | null {
    const nowMs = this.#nowMs()
    if (this.#running !== null) this.#extend(this.#running, nowMs)
    else this.#begin(nowMs, { isByHand: true })
    return this.runningId
  }

  /** Ends the clip under way, if there is one; it is handed over. */
  end(): void {
    if (this.#running !== null) this.#finish(this.#running)
  }

  /** A second try has the first one's id: of the first only the caller of `recordNow` knows. */
  #begin(nowMs: number, { isByHand, hasMoved = false, secondTryOf = null }: Beginning): void {
    const clipId = secondTryOf ?? this.#ports.newClipId()
    const begun: Begun = { head: null, thumbnail: null, isByHand, hasMoved }
    const size = this.#ports.isLess('smaller-clips') ? 'half' : 'whole'
    const take = this.#recorder.record(nowMs - this.#preRollMs, this.#takeEvents(clipId, begun, nowMs), size)
    if (take === null) {
      // The cooldown keeps a browser that cannot record from being asked at every check.
      this.#setCycle(recordingEnded(nowMs))
      this.#events.onRecordingFailed('no-format')
      return
    }
    const running = this.#run({ clipId, take, begun, isSecondTry: secondTryOf !== null }, nowMs)
    this.#setCycle(recordingStarted(nowMs))
    if (this.#recorder.wantsFrames) this.#feed(running)
    this.#takeThumbnail(clipId, begun)
  }

  /** `nowMs` is the trigger's moment. */
  #takeEvents(clipId: string, begun: Begun, nowMs: number): TakeEvents {
    // Of now: the machine may sleep before the beginning is told.
    const apartMs = this.#ports.clock.nowMs() - nowMs
    return {
      onBegun: ({ startedAtMs, mediaType, hasAudio }) => {
        const startedAt = { id: clipId, startedAtMs: Math.round(startedAtMs + apartMs) }
        begun.head = { ...startedAt, mediaType, hasAudio, ...(begun.isByHand && { isByHand: true }) }
        this.#noteBegun(clipId, startedAtMs)
        this.#events.onClipBegun(begun.head, startedAtMs)
        if (begun.hasMoved) this.#events.onClipMoved(clipId)
        if (begun.thumbnail !== null) this.#events.onClipThumbnail(clipId, begun.thumbnail)
      },
      onPart: (bytes) => this.#events.onClipPart(clipId, bytes),
      onEnded: (outcome) => this.#noteEnded(clipId, begun.head !== null, outcome),
    }
  }

  /** It is the clip under way from here on, is given its frames, and ends by itself. */
  #run(clip: Pick<RunningClip, 'clipId' | 'take' | 'begun' | 'isSecondTry'>, nowMs: number): RunningClip {
    const { clock } = this.#ports
    const running: RunningClip = {
      ...clip,
      startedAtMs: nowMs,
      dueAtMs: Number.NEGATIVE_INFINITY,
      polledAtMs: nowMs,
      endsAtMs: firstEndMs(nowMs, this.#timings),
      movedAtMs: nowMs,
      cancelEnd: () => undefined,
      cancelPolling: this.#recorder.wantsFrames ? clock.every(POLL_MS, () => this.#feed(running)) : () => undefined,
      cancelLimit: clock.after(BEGIN_LIMIT_MS, () => {
        if (clip.begun.head === null && !clip.take.giveUp()) this.#finish(running)
      }),
    }
    this.#running = running
    this.#setEnd(running, running.endsAtMs)
    return running
  }

  /** Waits with it until the clip is told of. */
  #takeThumbnail(clipId: string, begun: Begun): void {
    void this.#frames.still(THUMBNAIL_WIDTH, this.#timings.jpegQuality).then((jpeg) => {
      begun.thumbnail = jpeg
      if (jpeg !== null && begun.head !== null) this.#events.onClipThumbnail(clipId, jpeg)
    })
  }

  #noteBegun(clipId: string, startedAtMs: number): void {
    const running = this.#running
    if (running?.clipId !== clipId) return
    running.cancelLimit()
    running.startedAtMs = startedAtMs
    this.#setEnd(running, firstEndMs(startedAtMs, this.#timings))
    // A busy machine tells the beginning late: motion may have gone on until now.
    this.#extend(running, running.movedAtMs)
  }

  #extend(running: RunningClip, movedAtMs: number): void {
    running.movedAtMs = movedAtMs
    const endsAtMs = extendedEndMs(running, movedAtMs, this.#longestClipMs, this.#timings)
    if (endsAtMs > running.endsAtMs) this.#setEnd(running, endsAtMs)
  }

  #setEnd(running: RunningClip, endsAtMs: number): void {
    running.cancelEnd()
    running.endsAtMs = endsAtMs
    running.cancelEnd = this.#ports.clock.after(Math.max(0, endsAtMs - this.#nowMs()), () => this.#finish(running))
  }

  #feed(running: RunningClip): void {
    const nowMs = this.#nowMs()
    if (this.#sleep.hasSlept() || nowMs - running.polledAtMs > SLEPT_MS) return this.#breakOff(running)
    running.polledAtMs = nowMs
    if (this.#frames.path.frames === 'canvas' && !this.#recorder.wantsFrames) return this.#goOnWithoutFrames(running)
    const gapMs = 1_000 / recordedRate(this.#ports.isLess)
    if (nowMs - running.dueAtMs < gapMs) return
    const frame = this.#frames.takeNew()
    if (frame === null) return
    // What is late by more than a frame is not made up for.
    running.dueAtMs = Math.max(nowMs - gapMs, running.dueAtMs + gapMs)
    running.take.add(frame, nowMs)
  }

  /** They cannot be read any more: from here on the browser records the stream itself. */
  #goOnWithoutFrames(running: RunningClip): void {
    this.#finish(running)
    this.#begin(this.#nowMs(), { isByHand: running.begun.isByHand })
  }

  #finish(running: RunningClip): void {
    if (this.#running !== running) return
    const nowMs = this.#nowMs()
    const hasSlept = this.#sleep.hasSlept() || nowMs - running.polledAtMs > SLEPT_MS
    if (this.#recorder.wantsFrames && hasSlept) return this.#breakOff(running)
    this.#leave(running)
    running.take.stop(this.#recorder.wantsFrames ? this.#frames.take() : null, nowMs)
    this.#setCycle(recordingEnded(nowMs))
  }

  /** A check may come before the next poll. */
  #noteWoken(): void {
    if (this.#running === null) this.#forgetKept()
    else this.#breakOff(this.#running)
  }

  /** The machine slept in mid-clip: it ends where it was, and not hours later with a still picture. */
  #breakOff(running: RunningClip): void {
    if (this.#running !== running) return
    this.#leave(running)
    running.take.stop(null, running.polledAtMs)
    this.#forgetKept()
    this.#setCycle(recordingEnded(this.#nowMs()))
  }

  /** What was kept before the machine slept is not what came before the motion. */
  #forgetKept(): void {
    this.#recorder.setPreRoll(0)
    this.#recorder.setPreRoll(this.#preRollMs)
  }

  /** The take is over: as asked, or because the device or the recorder is gone. */
  #noteEnded(clipId: string, hasBegun: boolean, outcome: 'stopped' | TakeFailure): void {
    const running = this.#running
    if (running?.clipId === clipId) {
      this.#leave(running)
      // Somebody may be before the camera: without a clip, nobody hears of it.
      if (!hasBegun && isWorthAnotherTry(outcome) && !running.isSecondTry) {
        const { isByHand, hasMoved } = running.begun
        return this.#begin(this.#nowMs(), { isByHand, hasMoved, secondTryOf: clipId })
      }
      this.#setCycle(recordingEnded(this.#nowMs()))
    }
    if (hasBegun) this.#events.onClipEnded(clipId)
    if (outcome !== 'stopped') this.#events.onRecordingFailed(outcome)
  }

  #leave(running: RunningClip): void {
    running.cancelEnd()
    running.cancelPolling()
    running.cancelLimit()
    this.#running = null
  }

  #setCycle(cycle: RecordingCycle): void {
    this.#cycle = cycle
    this.#events.onCycle(cycle)
  }

  #nowMs(): number {
    return this.#ports.clock.monotonicMs()
  }
}

/** A browser without a format records by other means then; a camera without pictures gives none the next moment either. */
function isWorthAnotherTry(outcome: 'stopped' | TakeFailure): boolean {
  return outcome !== 'stopped' && outcome !== 'no-frame'
}
