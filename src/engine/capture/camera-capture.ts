import type { Cancel, Clock } from '../clock'
import type { CaptureFailure } from '../failure'
import type { FrameSource } from '../motion/motion-port'
import { MotionWatch, type WatchPorts } from '../motion/motion-watch'
import type { RecordingCycle } from '../motion/recording-cycle'
import type { EngineTimings } from '../timings'
import type { Clip } from './clip'
import { startSnapshots } from './snapshots'
import { type OpenedStream, openStream, type StreamOpener, stopStream } from './stream'

/** What the user chose for a camera of this machine. */
export interface CaptureOptions {
  readonly deviceId: string
  readonly isMotionEnabled: boolean
  readonly isAudioEnabled: boolean
  readonly sensitivityPercent: number
}

export type MotionState = { readonly phase: 'off' } | { readonly phase: 'watching' } | { readonly phase: 'recording' }

/** State of a running local camera. */
export type CaptureState =
  | { readonly phase: 'starting' }
  | {
      readonly phase: 'running'
      /** For previews; owned by the capture. */
      readonly stream: MediaStream
      readonly hasAudio: boolean
      readonly isSubstitute: boolean
      readonly motion: MotionState
    }
  /** Tried again by itself, except where only the user can help. */
  | { readonly phase: 'failed'; readonly reason: CaptureFailure }
  | { readonly phase: 'stopped' }

export interface CapturePorts extends WatchPorts {
  readonly clock: Clock
  readonly media: () => StreamOpener | undefined
  readonly makeFrames: (stream: MediaStream) => FrameSource
}

export interface CaptureEvents {
  onState(state: CaptureState): void
  onSnapshot(jpeg: Blob): void
  onClip(clip: Clip): void
  onDifference(difference: number): void
  /** For the log: a refused microphone, a recording that failed. */
  onWarning(message: string, error?: unknown): void
}

/** A device that failed is tried again after this long. */
const RETRY_MS = 5_000

interface Open {
  readonly opened: Extract<OpenedStream, { kind: 'open' }>
  readonly frames: FrameSource
  readonly cancelSnapshots: Cancel
  watch: MotionWatch | null
}

/** One local camera: owns its stream, frames, snapshots and motion watch, and gives them all back in `stop`. */
export class CameraCapture {
  readonly #cameraId: string
  readonly #timings: EngineTimings
  readonly #ports: CapturePorts
  readonly #events: CaptureEvents
  #options: CaptureOptions
  #state: CaptureState = { phase: 'starting' }
  #open: Open | null = null
  #cancelRetry: Cancel | null = null
  #lastEndedAtMs: number | null = null
  /** Tells a late answer of an earlier opening from the present one. */
  #attempt = 0

  constructor(
    cameraId: string,
    options: CaptureOptions,
    timings: EngineTimings,
    ports: CapturePorts,
    events: CaptureEvents,
  ) {
    this.#cameraId = cameraId
    this.#options = options
    this.#timings = timings
    this.#ports = ports
    this.#events = events
  }

  get state(): CaptureState {
    return this.#state
  }

  async start(): Promise<void> {
    const attempt = ++this.#attempt
    this.#cancelRetry?.()
    this.#cancelRetry = null
    this.#release()
    this.#setState({ phase: 'starting' })
    const { deviceId, isAudioEnabled } = this.#options
    const opened = await openStream(this.#ports.media(), { deviceId, withAudio: isAudioEnabled }, (error) =>
      this.#events.onWarning('The microphone was refused; this camera goes on without sound.', error),
    )
    if (attempt !== this.#attempt) {
      if (opened.kind === 'open') stopStream(opened.stream)
      return
    }
    if (opened.kind === 'failed') this.#fail(opened.reason)
    else this.#run(opened)
  }

  /** Takes new settings over; the stream is opened anew only when the device or the sound changed. */
  update(options: CaptureOptions): void {
    const before = this.#options
    this.#options = options
    if (before.deviceId !== options.deviceId || before.isAudioEnabled !== options.isAudioEnabled) void this.start()
    else this.#applyMotion()
  }

  /** Tries again where that may help: after a failure, or while another device stands in. */
  retry(): void {
    if (this.#state.phase === 'failed' || (this.#state.phase === 'running' && this.#state.isSubstitute)) {
      void this.start()
    }
  }

  stop(): void {
    this.#attempt++
    this.#cancelRetry?.()
    this.#release()
    this.#setState({ phase: 'stopped' })
  }

  #run(opened: Extract<OpenedStream, { kind: 'open' }>): void {
    const frames = this.#ports.makeFrames(opened.stream)
    const { snapshotIntervalMs: intervalMs, jpegQuality: quality } = this.#timings
    const cancelSnapshots = startSnapshots(frames, this.#ports.clock, { intervalMs, quality }, (jpeg) =>
      this.#events.onSnapshot(jpeg),
    )
    this.#open = { opened, frames, cancelSnapshots, watch: null }
    const tracks = opened.stream.getVideoTracks()
    for (const track of tracks) track.addEventListener('ended', () => this.#onTrackEnded(opened.stream))
    // It may have gone while the microphone was asked for.
    if (tracks.some(({ readyState }) => readyState === 'ended')) this.#onTrackEnded(opened.stream)
    else this.#applyMotion()
  }

  #onTrackEnded(stream: MediaStream): void {
    if (this.#open?.opened.stream !== stream) return
    this.#release()
    this.#fail('device-lost')
  }

  /** Starts or stops the watch as the options say. */
  #applyMotion(): void {
    const open = this.#open
    if (open === null) return
    const { isMotionEnabled, sensitivityPercent } = this.#options
    if (!isMotionEnabled) {
      this.#stopWatch(open)
      this.#setRunning(open, { phase: 'off' })
    } else if (open.watch === null) {
      open.watch = this.#startWatch(open, sensitivityPercent)
      this.#setRunning(open, { phase: 'watching' })
    } else {
      open.watch.setSensitivity(sensitivityPercent)
    }
  }

  #startWatch(open: Open, sensitivityPercent: number): MotionWatch {
    const lastEndedAtMs = this.#lastEndedAtMs
    const { stream } = open.opened
    const camera = { id: this.#cameraId, stream, frames: open.frames, sensitivityPercent, lastEndedAtMs }
    const watch: MotionWatch = new MotionWatch(camera, this.#timings, this.#ports, {
      onCycle: (cycle) => this.#onCycle(open, watch, cycle),
      onDifference: (difference) => this.#events.onDifference(difference),
      onClip: (clip) => this.#events.onClip(clip),
      onRecordingFailed: () => this.#events.onWarning('This browser could not record a clip.'),
      onUnmeasurable: () => this.#events.onWarning("This camera's frames cannot be measured; no motion will be found."),
    })
    return watch
  }

  /** A clip being recorded ends now; the cooldown counts from here, however long the recorder takes to hand it over. */
  #stopWatch(open: Open): void {
    if (open.watch?.isRecording) this.#lastEndedAtMs = this.#ports.clock.nowMs()
    open.watch?.stop()
    open.watch = null
  }

  /** A watch that was stopped may still report the end of its last clip. */
  #onCycle(open: Open, watch: MotionWatch, cycle: RecordingCycle): void {
    if (cycle.phase === 'idle') this.#lastEndedAtMs = cycle.lastEndedAtMs
    if (open !== this.#open || open.watch !== watch) return
    this.#setRunning(open, { phase: cycle.phase === 'recording' ? 'recording' : 'watching' })
  }

  #setRunning(open: Open, motion: MotionState): void {
    const { stream, hasAudio, isSubstitute } = open.opened
    this.#setState({ phase: 'running', stream, hasAudio, isSubstitute, motion })
  }

  #fail(reason: CaptureFailure): void {
    this.#setState({ phase: 'failed', reason })
    // Permission and a secure page are the user's to give: asking again by ourselves could only prompt and annoy.
    if (reason === 'permission-denied' || reason === 'insecure-page') return
    this.#cancelRetry = this.#ports.clock.after(RETRY_MS, () => void this.start())
  }

  #release(): void {
    const open = this.#open
    this.#open = null
    if (open === null) return
    this.#stopWatch(open)
    open.cancelSnapshots()
    open.frames.close()
    stopStream(open.opened.stream)
  }

  #setState(state: CaptureState): void {
    this.#state = state
    this.#events.onState(state)
  }
}
