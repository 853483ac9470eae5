import type { Cancel } from '../clock'
import type { CaptureFailure } from '../failure'
import type { EngineTimings } from '../timings'
import type { CaptureOptions } from './capture-options'
import type { CaptureState } from './capture-state'
import { type Cooldown, RunningCapture, type RunningEvents, type RunningPorts } from './running-capture'
import { type OpenedStream, openStream, type StreamOpener, stopStream } from './stream'

export interface CapturePorts extends RunningPorts {
  readonly media: () => StreamOpener | undefined
}

export interface CaptureEvents extends Omit<RunningEvents, 'onRunning'> {
  onState(state: CaptureState): void
}

/** A device that failed is tried again after this long. */
const RETRY_MS = 5_000

/** One local camera: opens its stream, keeps it open, and opens it anew where that may help. */
export class CameraCapture {
  readonly #cameraId: string
  readonly #timings: EngineTimings
  readonly #ports: CapturePorts
  readonly #events: CaptureEvents
  readonly #cooldown: Cooldown = { lastEndedAtMs: null }
  #options: CaptureOptions
  #state: CaptureState = { phase: 'starting' }
  #running: RunningCapture | null = null
  #cancelRetry: Cancel | null = null
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
    else this.#running?.update(options)
  }

  /** Tries again where that may help: after a failure, or while another device stands in. */
  retry(): void {
    if (this.#state.phase === 'failed' || this.#running?.isSubstitute) void this.start()
  }

  stop(): void {
    this.#attempt++
    this.#cancelRetry?.()
    this.#release()
    this.#setState({ phase: 'stopped' })
  }

  #run(opened: Extract<OpenedStream, { kind: 'open' }>): void {
    const { stream } = opened
    const tracks = stream.getVideoTracks()
    // It may have gone while the microphone was asked for.
    if (tracks.some(({ readyState }) => readyState === 'ended')) {
      stopStream(stream)
      this.#fail('device-lost')
      return
    }
    for (const track of tracks) track.addEventListener('ended', () => this.#onTrackEnded(stream))
    const camera = { id: this.#cameraId, opened, options: this.#options, cooldown: this.#cooldown }
    this.#running = new RunningCapture(camera, this.#timings, this.#ports, {
      ...this.#events,
      onRunning: (state) => this.#setState(state),
    })
    this.#running.start(this.#options)
  }

  #onTrackEnded(stream: MediaStream): void {
    if (this.#running?.stream !== stream) return
    this.#release()
    this.#fail('device-lost')
  }

  #fail(reason: CaptureFailure): void {
    this.#setState({ phase: 'failed', reason })
    // Permission and a secure page are the user's to give: asking again by ourselves could only prompt and annoy.
    if (reason === 'permission-denied' || reason === 'insecure-page') return
    this.#cancelRetry = this.#ports.clock.after(RETRY_MS, () => void this.start())
  }

  #release(): void {
    this.#running?.close()
    this.#running = null
  }

  #setState(state: CaptureState): void {
    this.#state = state
    this.#events.onState(state)
  }
}
