import type { Measurement } from '../motion/detection'
import type { FrameSource } from '../motion/motion-port'
import { MotionWatch, type WatchEnd, type WatchPorts } from '../motion/motion-watch'
import type { Sighting } from '../naming/clip-sightings'
import type { WatchedLook } from '../naming/naming-watch'
import { seeing } from '../pacing/sight'
import type { ClipHead } from '../recording/clip'
import type { ClipMaking } from '../recording/clip-codec'
import type { OpenRecorder, StreamRecorder, TakeFailure } from '../recording/recorder-port'
import type { RecordingCycle } from '../recording/recording-cycle'
import type { TamperingWatch } from '../tampering/tampering-watch'
import type { EngineTimings } from '../timings'
import { type CaptureOptions, detectionOf, snapshotIntervalOf } from './capture-options'
import type { MotionState, RunningState } from './capture-state'
import type { SnapshotScheduler, SnapshotSeries } from './snapshots'
import { type OpenedStream, stopStream, viewOf } from './stream'

export interface RunningPorts extends WatchPorts {
  readonly snapshots: SnapshotScheduler
  readonly makeFrames: (stream: MediaStream) => FrameSource
  readonly openRecorder: OpenRecorder
}

export interface RunningEvents {
  onRunning(state: RunningState): void
  onSnapshot(jpeg: Blob): void
  onMaking(making: ClipMaking): void
  onClipBegun(clip: ClipHead): void
  onClipPart(clipId: string, bytes: Uint8Array<ArrayBuffer>): void
  onClipThumbnail(clipId: string, jpeg: Blob): void
  onClipDetections(clipId: string, detections: readonly Sighting[]): void
  onClipMoved(clipId: string): void
  onClipEnded(clipId: string): void
  onClipLeftOut(clipId: string): void
  onLooked(look: WatchedLook): void
  onMeasured(measurement: Measurement): void
  onLearning(): void
  /** For the log: a refused microphone, a recording that failed. */
  onWarning(message: string, error?: unknown): void
}

/** For the log. */
const wordsOfFailure: Readonly<Record<TakeFailure, string>> = {
  'no-frame': 'A clip could not be recorded: the camera gave no picture.',
  'no-format': 'This browser could not record a clip: it encodes no format that is known here.',
  'broke-off': "A clip was not recorded to its end: the browser's encoder broke off.",
  'no-answer': 'A clip was not recorded to its end: this machine was too busy to encode it.',
}

/** What outlives one opened stream of a camera: the cooldown counts across openings (REC-03). */
export interface Cooldown {
  lastEndedAtMs: number | null
}

/** One opened stream: owns its frames, snapshots and motion watch, and gives all back in `close`. */
export class RunningCapture {
  readonly #cameraId: string
  readonly #opened: Extract<OpenedStream, { kind: 'open' }>
  readonly #cooldown: Cooldown
  readonly #tampering: TamperingWatch
  readonly #timings: EngineTimings
  readonly #ports: RunningPorts
  readonly #events: RunningEvents
  readonly #frames: FrameSource
  readonly #snapshots: SnapshotSeries
  readonly #recorder: StreamRecorder
  #isMp4Taken: boolean
  #watch: MotionWatch | null = null
  /** What the sense of tampering was last told that this shows. */
  #view = ''

  constructor(
    camera: {
      readonly id: string
      readonly opened: Extract<OpenedStream, { kind: 'open' }>
      readonly options: CaptureOptions
      readonly cooldown: Cooldown
      readonly tampering: TamperingWatch
    },
    timings: EngineTimings,
    ports: RunningPorts,
    events: RunningEvents,
  ) {
    this.#cameraId = camera.id
    this.#opened = camera.opened
    this.#cooldown = camera.cooldown
    this.#tampering = camera.tampering
    this.#timings = timings
    this.#ports = ports
    this.#events = events
    this.#frames = ports.makeFrames(camera.opened.stream)
    this.#isMp4Taken = camera.options.isMp4Taken
    const isMp4Taken = () => this.#isMp4Taken
    this.#recorder = ports.openRecorder(camera.opened.stream, this.#frames, {
      get isMp4Taken() {
        return isMp4Taken()
      },
      onMaking: (making) => events.onMaking(making),
    })
    const intervalMs = snapshotIntervalOf(camera.options, timings.snapshotIntervalMs)
    this.#snapshots = ports.snapshots.open(this.#frames, { intervalMs, quality: timings.jpegQuality }, (jpeg) =>
      events.onSnapshot(jpeg),
    )
  }

  /** Begins to watch where wanted, and tells its first state. */
  start(options: CaptureOptions): void {
    if (options.isMotionEnabled) this.#watch = this.#startWatch(options)
    this.#tell()
  }

  get stream(): MediaStream {
    return this.#opened.stream
  }

  get isSubstitute(): boolean {
    return this.#opened.isSubstitute
  }

  /** Whether its picture stands, where it is not watched: a watch tells that itself. */
  get hasStalled(): boolean {
    return this.#watch === null && this.#frames.hasStalled()
  }

  update(options: CaptureOptions): void {
    this.#isMp4Taken = options.isMp4Taken
    this.#snapshots.setInterval(snapshotIntervalOf(options, this.#timings.snapshotIntervalMs))
    const watch = this.#watch
    if (watch !== null && options.isMotionEnabled) {
      watch.setSensitivity(options.sensitivityPercent)
      watch.setDetection(detectionOf(options))
      watch.setLongestClip(options.longestClipMs)
      watch.setNamingWanted(options.isNamingWanted)
      watch.setKeptClips(options.keepClipsOf)
      watch.setMotionRecorded(options.isMotionRecorded)
    } else if (watch !== null) {
      this.#stopWatch(watch, 'unwanted')
      this.#tell()
    } else if (options.isMotionEnabled) {
      this.#watch = this.#startWatch(options)
      this.#tell()
    }
  }

  /** Begins a clip as by motion. false where motion is off, or nothing can be recorded. */
  recordNow(): boolean {
    return this.#watch?.recordNow() ?? false
  }

  /** Somebody touched the camera: the clip that shows who did is kept. */
  noteTampered(): void {
    this.#watch?.noteTampered()
  }

  close(why: WatchEnd): void {
    if (this.#watch !== null) this.#stopWatch(this.#watch, why)
    this.#recorder.close()
    this.#snapshots.end()
    this.#frames.close()
    stopStream(this.#opened.stream)
  }

  #startWatch(options: CaptureOptions): MotionWatch {
    this.#view = this.#viewNow(options)
    this.#tampering.begin(this.#view)
    const watch: MotionWatch = new MotionWatch(
      {
        id: this.#cameraId,
        frames: this.#frames,
        recorder: this.#recorder,
        longestClipMs: options.longestClipMs,
        isNamingWanted: options.isNamingWanted,
        keepClipsOf: options.keepClipsOf,
        isMotionRecorded: options.isMotionRecorded,
        sensitivityPercent: options.sensitivityPercent,
        detection: detectionOf(options),
        lastEndedAtMs: this.#cooldown.lastEndedAtMs,
      },
      this.#timings,
      this.#ports,
      {
        onCycle: (cycle) => this.#onCycle(watch, cycle),
        onChange: () => this.#tellOf(watch),
        onMeasured: (measurement) => {
          this.#events.onMeasured(measurement)
          this.#tampering.note(measurement)
        },
        onLearning: () => {
          this.#followView(options)
          this.#events.onLearning()
        },
        onClipBegun: (clip) => this.#events.onClipBegun(clip),
        onClipPart: (clipId, bytes) => this.#events.onClipPart(clipId, bytes),
        onClipThumbnail: (clipId, jpeg) => this.#events.onClipThumbnail(clipId, jpeg),
        onClipDetections: (clipId, detections) => this.#events.onClipDetections(clipId, detections),
        onClipMoved: (clipId) => this.#events.onClipMoved(clipId),
        onClipEnded: (clipId) => this.#events.onClipEnded(clipId),
        onClipLeftOut: (clipId) => this.#events.onClipLeftOut(clipId),
        onLooked: (look) => this.#events.onLooked(look),
        onRecordingFailed: (reason) => this.#events.onWarning(wordsOfFailure[reason]),
        onUnmeasurable: () =>
          this.#events.onWarning("This camera's frames cannot be measured; no motion will be found."),
      },
    )
    return watch
  }

  #viewNow({ deviceId }: CaptureOptions): string {
    const { stream, isSubstitute } = this.#opened
    return viewOf(stream, isSubstitute ? 'stand-in' : deviceId)
  }

  /** Another program may have changed the size of the camera's picture: nobody has turned it. */
  #followView(options: CaptureOptions): void {
    const view = this.#viewNow(options)
    if (view === this.#view) return
    this.#view = view
    this.#tampering.begin(view)
  }

  /** A clip being recorded ends now; the cooldown counts from here, however long the recorder takes to hand it over. */
  #stopWatch(watch: MotionWatch, why: WatchEnd): void {
    if (watch.isRecording) this.#cooldown.lastEndedAtMs = this.#ports.clock.monotonicMs()
    this.#watch = null
    watch.stop(why)
  }

  #onCycle(watch: MotionWatch, cycle: RecordingCycle): void {
    if (watch === this.#watch && cycle.phase === 'idle') this.#cooldown.lastEndedAtMs = cycle.lastEndedAtMs
    this.#tellOf(watch)
  }

  /** A watch that was stopped may still report the end of its last clip. */
  #tellOf(watch: MotionWatch): void {
    if (watch === this.#watch) this.#tell()
  }

  #tell(): void {
    const { stream, hasAudio, isSubstitute } = this.#opened
    this.#events.onRunning({
      phase: 'running',
      stream,
      hasAudio,
      isSubstitute,
      motion: this.#motion(),
      path: this.#frames.path,
      sight: this.#watch?.sight ?? seeing,
      pace: this.#watch?.pace ?? this.#ports.pacer.fullPace,
    })
  }

  #motion(): MotionState {
    if (this.#watch === null) return { phase: 'off' }
    return { phase: this.#watch.isRecording ? 'recording' : 'watching' }
  }
}
