import type { Cancel } from '../clock'
import { type CaptureFailure, failureOf } from '../failure'
import type { WatchEnd } from '../motion/motion-watch'
import { PAUSE_LIMIT_MS } from '../pacing/sight'
import { type TamperingEvents, type TamperingWatch, type TamperingWatches, watchOf } from '../tampering/tampering-watch'
import type { EngineTimings } from '../timings'
import { withAnswerLimit } from './answer-limit'
import type { CaptureOptions } from './capture-options'
import type { CaptureState, RunningState } from './capture-state'
import type { DeviceClaims } from './device-claims'
import { type Cooldown, RunningCapture, type RunningEvents, type RunningPorts } from './running-capture'
import {
  addMicrophone,
  deviceOf,
  type OpenedStream,
  openDevice,
  openStream,
  type StreamOpener,
  stopStream,
} from './stream'
import { StreamWatch } from './stream-watch'

export interface CapturePorts extends RunningPorts {
  readonly media: () => StreamOpener | undefined
  /** Shared by all cameras of the tab. */
  readonly claims: DeviceClaims
  readonly tampering: TamperingWatches
}

export interface CaptureEvents extends Omit<RunningEvents, 'onRunning'>, TamperingEvents {
  onState(state: CaptureState): void
}

/** A device that failed is tried again after this long, and so is the own one while another stands in. */
const RETRY_MS = 5_000

/** Devices change in bursts when a hub is plugged in: they cause one try at once, and then one a second at most. */
const RETRY_GAP_MS = 1_000

/** One opened stream and what watches it. */
interface OpenCapture {
  readonly running: RunningCapture
  readonly watch: StreamWatch
}

/** One local camera: opens its stream, keeps it open, and opens it anew where that may help. */
export class CameraCapture {
  readonly #cameraId: string
  readonly #timings: EngineTimings
  readonly #ports: CapturePorts
  readonly #events: CaptureEvents
  readonly #cooldown: Cooldown = { lastEndedAtMs: null }
  readonly #tampering: TamperingWatch
  #options: CaptureOptions
  #state: CaptureState = { phase: 'starting' }
  #open: OpenCapture | null = null
  /** What the open stream was last known to do, before `#trouble`. */
  #seen: RunningState | null = null
  /** What keeps the picture away; it outlives an opening that does not help. */
  #trouble: 'muted' | 'no-frames' | null = null
  /** Whether a microphone may be used that comes, or comes again: one was heard, or none was there to refuse. */
  #mayHear = false
  #cancelNextTry: Cancel | null = null
  #isTrying = false
  #retriedAtMs = Number.NEGATIVE_INFINITY
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
    this.#tampering = watchOf(ports.tampering, cameraId, ports.clock, {
      onTampered: (did, atMs) => {
        this.#open?.running.noteTampered()
        events.onTampered(did, atMs)
      },
      onTamperingOver: () => events.onTamperingOver(),
    })
    if (!options.isMotionEnabled) this.#tampering.end()
  }

  get state(): CaptureState {
    return this.#state
  }

  async start(): Promise<void> {
    this.#release()
    this.#trouble = null
    this.#setState({ phase: 'starting' })
    await this.#openAny()
  }

  /** Takes new settings over; the stream is opened anew only when the device or the sound changed. */
  update(options: CaptureOptions): void {
    const before = this.#options
    this.#options = options
    if (before.deviceId !== options.deviceId || !options.isMotionEnabled) this.#tampering.end()
    if (before.deviceId !== options.deviceId || before.isAudioEnabled !== options.isAudioEnabled) void this.start()
    else this.#open?.running.update(options)
  }

  /**
   * Tries again where that may help: after a failure, while another device stands in, or where there is no microphone. A
   * try on its way goes on.
   */
  retry(): void {
    if (this.#isTrying || (this.#state.phase !== 'failed' && !this.#hasStandIn && !this.#lacksSound)) return
    const { clock } = this.#ports
    const waitMs = this.#retriedAtMs + RETRY_GAP_MS - clock.monotonicMs()
    if (waitMs > 0) return this.#tryAfter(waitMs)
    this.#retriedAtMs = clock.monotonicMs()
    this.#tryAgain()
  }

  /** The microphone may be used from now on: also a camera that runs and never had sound is tried again. */
  retryWithSound(): void {
    if (this.#open === null || !this.#options.isAudioEnabled) return
    this.#mayHear = true
    this.retry()
  }

  /** Begins a clip as by motion. false where it does not run, motion is off, or nothing can be recorded. */
  recordNow(): boolean {
    return this.#open?.running.recordNow() ?? false
  }

  /** `why` decides what becomes of clips that would be left out. An incident goes on: its watch may outlive this. */
  stop(why: WatchEnd = 'unwanted'): void {
    this.#attempt++
    this.#cancelNextTry?.()
    this.#release(why)
    this.#ports.claims.giveUp(this.#cameraId)
    this.#setState({ phase: 'stopped' })
  }

  get #hasStandIn(): boolean {
    return this.#open?.running.isSubstitute ?? false
  }

  get #lacksSound(): boolean {
    return this.#options.isAudioEnabled && this.#mayHear && this.#open !== null && !this.#open.watch.hasSound
  }

  get #isRecording(): boolean {
    return this.#seen?.motion.phase === 'recording'
  }

  get #media(): StreamOpener | undefined {
    const media = this.#ports.media()
    return media === undefined ? undefined : withAnswerLimit(media, this.#ports.clock)
  }

  #tryAfter(delayMs: number): void {
    this.#cancelNextTry?.()
    this.#cancelNextTry = this.#ports.clock.after(delayMs, () => {
      this.#retriedAtMs = this.#ports.clock.monotonicMs()
      this.#tryAgain()
    })
  }

  #tryAgain(): void {
    if (this.#hasStandIn) void this.#openOwn()
    else if (this.#lacksSound) void this.#openForSound()
    else void this.#openAny()
  }

  /** Opens the camera's device, or another that stands in. */
  async #openAny(): Promise<void> {
    const { deviceId, isAudioEnabled } = this.#options
    const { claims } = this.#ports
    claims.claim(this.#cameraId, [deviceId])
    const claimStandIn = (otherId: string) => claims.claimStandIn(this.#cameraId, deviceId, otherId)
    const request = { deviceId, withAudio: isAudioEnabled, claimStandIn }
    await this.#take((isWanted) => openStream(this.#media, { ...request, isWanted }, this.#onAudioRefused))
  }

  /** Only a microphone that is back is worth a new stream, once no clip ends by it. Nothing stands in for a device that runs. */
  async #openForSound(): Promise<void> {
    if (!this.#isRecording) await this.#take(this.#openOwnDevice, ({ hasAudio }) => hasAudio && !this.#isRecording)
    if (this.#isRecording && this.#lacksSound) this.#tryAfter(RETRY_MS)
  }

  /** Looks whether the own device starts, while the one that stands in goes on. */
  async #openOwn(): Promise<void> {
    await this.#take(this.#openOwnDevice)
  }

  readonly #openOwnDevice = async (isWanted: () => boolean): Promise<OpenedStream> => {
    const media = this.#media
    const opened = await openDevice(media, this.#options.deviceId)
    if (media === undefined || opened.kind === 'failed' || !this.#options.isAudioEnabled || !isWanted()) return opened
    return addMicrophone(media, opened, this.#onAudioRefused)
  }

  /** Runs what opens where it is of use, unless another opening was begun since, or the camera was stopped. */
  async #take(
    open: (isWanted: () => boolean) => Promise<OpenedStream>,
    isOfUse: (opened: Extract<OpenedStream, { kind: 'open' }>) => boolean = () => true,
  ): Promise<void> {
    const attempt = ++this.#attempt
    const isWanted = () => attempt === this.#attempt
    this.#cancelNextTry?.()
    this.#isTrying = true
    const opened = await open(isWanted)
    if (!isWanted()) {
      if (opened.kind === 'open') stopStream(opened.stream)
      return
    }
    this.#isTrying = false
    if (opened.kind === 'open' && !isOfUse(opened)) stopStream(opened.stream)
    else if (opened.kind === 'open') this.#run(opened)
    else if (this.#open === null) this.#fail(opened.reason)
    else this.#tryAfter(RETRY_MS)
  }

  #run(opened: Extract<OpenedStream, { kind: 'open' }>): void {
    const { stream } = opened
    this.#cancelNextTry?.()
    this.#release()
    this.#claimDeviceOf(opened)
    const watch = new StreamWatch(stream, this.#ports.clock, {
      onLost: () => {
        this.#release()
        this.#fail('device-lost')
      },
      onSoundLost: () => this.#tellRunning(),
      onMuted: (isMuted) => (isMuted ? this.#setTrouble('muted') : this.#endTrouble('muted')),
      onStale: () => this.#openAnew(),
      hasStalled: () => this.#open?.running.hasStalled ?? false,
    })
    // It may have gone while the microphone was asked for.
    if (watch.isEnded) {
      watch.close()
      stopStream(stream)
      this.#fail('device-lost')
      return
    }
    if (this.#trouble === 'muted' && !watch.isMuted) this.#trouble = null
    const kept = { cooldown: this.#cooldown, tampering: this.#tampering }
    const camera = { id: this.#cameraId, opened, options: this.#options, ...kept }
    const running: RunningCapture = new RunningCapture(camera, this.#timings, this.#ports, {
      ...this.#events,
      onRunning: (state) => {
        if (this.#open?.running === running) this.#onRunning(state)
      },
      // The first check of a stream has nothing to compare with: frames come.
      onLearning: () => {
        this.#endTrouble('no-frames')
        this.#events.onLearning()
      },
    })
    this.#open = { running, watch }
    this.#mayHear ||= opened.hasAudio
    running.start(this.#options)
    if (opened.isSubstitute) this.#tryAfter(RETRY_MS)
  }

  /** A facing mode names no device, and any device may have come as stand-in: the stream says which one it is. */
  #claimDeviceOf({ stream, isSubstitute }: Extract<OpenedStream, { kind: 'open' }>): void {
    const { deviceId } = this.#options
    const usedId = deviceOf(stream)
    if (usedId !== undefined) this.#ports.claims.claim(this.#cameraId, [deviceId, usedId])
    else if (!isSubstitute) this.#ports.claims.claim(this.#cameraId, [deviceId])
  }

  readonly #onAudioRefused = (error: unknown): void => {
    const reason = failureOf(error)
    if (reason === 'no-device' || reason === 'permission-denied') this.#mayHear = reason === 'no-device'
    this.#events.onWarning('The microphone was refused; this camera goes on without sound.', error)
  }

  #onRunning(state: RunningState): void {
    this.#seen = state
    this.#open?.watch.noteSight(state.sight)
    // Nothing is looked for any more, so nothing can be missing.
    if (state.motion.phase === 'off' && this.#trouble === 'no-frames') this.#trouble = null
    this.#tellRunning()
  }

  #tellRunning(): void {
    if (this.#seen === null) return
    const sight = this.#trouble === null ? this.#seen.sight : ({ phase: 'paused', why: this.#trouble } as const)
    this.#setState({ ...this.#seen, hasAudio: this.#open?.watch.hasSound ?? false, sight })
  }

  #setTrouble(trouble: 'muted' | 'no-frames' | null): void {
    this.#trouble = trouble
    this.#tellRunning()
  }

  #endTrouble(ended: 'muted' | 'no-frames'): void {
    if (this.#trouble === ended) this.#setTrouble(null)
  }

  /** The track gives nothing: its device may on a new opening. What was told of it stays told where that comes soon. */
  #openAnew(): void {
    if (this.#trouble === null && this.#seen?.sight.phase === 'paused' && this.#seen.sight.why === 'no-frames') {
      this.#trouble = 'no-frames'
    }
    this.#release()
    void this.#openAny()
    const attempt = this.#attempt
    this.#ports.clock.after(PAUSE_LIMIT_MS, () => {
      if (attempt === this.#attempt && this.#isTrying) this.#tellUnopened()
    })
  }

  /** Drivers hang after a sleep: what was told of the stream before is true no more. */
  #tellUnopened(): void {
    if (this.#trouble !== null || this.#state.phase !== 'running') return
    this.#trouble = 'no-frames'
    this.#setState({ ...this.#state, sight: { phase: 'paused', why: this.#trouble } })
  }

  #fail(reason: CaptureFailure): void {
    this.#trouble = null
    // That it is not there is known of a device that was lost; that it may be connected again says more.
    const before = this.#state.phase === 'failed' ? this.#state.reason : null
    const isStillLost = before === 'device-lost' && reason === 'no-device'
    if (!isStillLost && before !== reason) this.#setState({ phase: 'failed', reason })
    // Permission and a secure page are the user's to give: asking again by ourselves could only prompt and annoy.
    if (reason === 'permission-denied' || reason === 'insecure-page') return
    this.#tryAfter(RETRY_MS)
  }

  #release(why: WatchEnd = 'stream-gone'): void {
    const open = this.#open
    this.#open = null
    this.#seen = null
    open?.watch.close()
    open?.running.close(why)
  }

  #setState(state: CaptureState): void {
    this.#state = state
    this.#events.onState(state)
  }
}
