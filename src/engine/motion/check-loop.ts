import type { Clock } from '../clock'
import type { CheckPacer, PacedCamera, PacerSeat } from '../pacing/check-pacer'
import { ANALYSIS_WIDTH, type Pace } from '../pacing/pace'
import { type Sight, SightLog, seeing } from '../pacing/sight'
import { DARK_BRIGHTNESS, type DetectionOptions, type Measurement } from './detection'
import { FrameTrials } from './frame-trials'
import type { CheckResult, FrameSource, GrabbedFrame, MotionPort } from './motion-port'

/** What the camera's settings say of detection; how wide a plane is analysed is the same for all. */
export type WantedDetection = Omit<DetectionOptions, 'analysisWidth'>

/** How many frames in a row must not be measurable to be told: a camera that changes its size, or wakes, gives one or two. */
const UNMEASURABLE_LIMIT = 3

/** Counts of dropped checks are told this often; what the tab does with less of at once. */
const TELL_INTERVAL_MS = 5_000

export interface CheckPorts {
  readonly clock: Clock
  readonly motion: MotionPort
  readonly pacer: CheckPacer
}

export interface CheckEvents {
  /** A frame goes to be measured; whoever wants to keep it takes a clone at once. */
  onFrame(frame: VideoFrame): void
  onMeasured(measurement: Measurement): void
  /** A check had nothing to compare with yet: what was measured before says nothing of now. */
  onLearning(): void
  /** A frame was not measured, for whatever reason. */
  onUnmeasured(): void
  /** The frames of this camera cannot be measured; told once. */
  onUnmeasurable(): void
  /** `sight`, `pace` or the frames' path is another than before. */
  onChange(): void
  /** Whether a clip is under way: its frames go on coming as they do. */
  isRecording(): boolean
}

/**
 * The checks of one camera. One frame is in flight at a time; a check that comes due meanwhile is dropped and counted
 * (ENG-04).
 */
export class CheckLoop implements PacedCamera {
  readonly #cameraId: string
  readonly #frames: FrameSource
  readonly #ports: CheckPorts
  readonly #events: CheckEvents
  readonly #seat: PacerSeat
  readonly #sightLog: SightLog
  readonly #trials = new FrameTrials()
  #detection: WantedDetection
  #flight: 'none' | 'awaiting-frame' | 'measuring' | 'stopped' = 'none'
  #unmeasurableInRow = 0
  #isBlind = false
  #sight: Sight = seeing
  #droppedChecks = 0
  #told = { droppedChecks: 0, atMs: 0 }

  constructor(
    camera: { readonly id: string; readonly frames: FrameSource; readonly detection: WantedDetection },
    ports: CheckPorts,
    events: CheckEvents,
  ) {
    this.#cameraId = camera.id
    this.#frames = camera.frames
    this.#detection = camera.detection
    this.#ports = ports
    this.#events = events
    this.#sightLog = new SightLog(this.#nowMs())
    this.#seat = ports.pacer.join(camera.id, this)
    ports.motion.open(camera.id, this.#detectionOptions())
  }

  get sight(): Sight {
    return this.#sight
  }

  get pace(): Pace {
    const { fullPace, less } = this.#ports.pacer
    return { ...fullPace, droppedChecks: this.#droppedChecks, less }
  }

  setDetection(detection: WantedDetection): void {
    this.#detection = detection
    this.#ports.motion.configure(this.#cameraId, this.#detectionOptions())
  }

  stop(): void {
    this.#flight = 'stopped'
    this.#seat.leave()
    this.#ports.motion.close(this.#cameraId)
  }

  onTurn(dueAtMs: number, missedTurns: number): void {
    this.#sightLog.noteTurn(this.#nowMs())
    const isFree = this.#flight === 'none'
    this.#droppedChecks += missedTurns + (isFree ? 0 : 1)
    // Who waits for the camera's next frame waits for the camera, not for the machine.
    if (missedTurns > 0 || this.#flight === 'measuring') this.#noteLateness(this.#ports.pacer.intervalMs)
    if (!isFree) return
    if (this.#trials.isDue(this.#nowMs()) && !this.#events.isRecording()) this.#tryFrames()
    void this.#check(dueAtMs)
  }

  onLess(): void {
    this.#tell()
  }

  onGlance(): void {
    const nowMs = this.#nowMs()
    const sight = this.#sightLog.at(nowMs)
    const isCountDue = this.#droppedChecks !== this.#told.droppedChecks && nowMs - this.#told.atMs >= TELL_INTERVAL_MS
    if (sight === this.#sight && !isCountDue) return
    this.#sight = sight
    this.#tell()
  }

  async #check(dueAtMs: number): Promise<void> {
    this.#flight = 'awaiting-frame'
    const askedAtMs = this.#nowMs()
    this.#sightLog.noteAsked()
    const grabbed = await this.#frames.grab()
    if (this.#isStopped()) return discard(grabbed)
    if (grabbed === null) {
      this.#flight = 'none'
      return
    }
    // How long that takes tells how many frames the camera gives, however few: nothing of the machine.
    const frameWaitMs = this.#nowMs() - askedAtMs
    this.#flight = 'measuring'
    this.#sightLog.noteHandedOver()
    if (grabbed.kind === 'frame' && !this.#trials.isOn) this.#events.onFrame(grabbed.frame)
    const result = await this.#ports.motion.check(this.#cameraId, grabbed)
    if (this.#isStopped()) return
    this.#flight = 'none'
    this.#noteLateness(this.#nowMs() - dueAtMs - frameWaitMs)
    this.#take(result)
  }

  #take(result: CheckResult): void {
    switch (result.kind) {
      case 'measured':
        this.#unmeasurableInRow = 0
        this.#noteReadable()
        this.#sightLog.noteSeen(isStill(result.measurement), this.#nowMs())
        this.#events.onMeasured(result.measurement)
        break
      case 'nothing':
        this.#sightLog.noteSeen(false, this.#nowMs())
        this.#events.onLearning()
        break
      case 'unmeasurable':
        this.#sightLog.noteUnmeasurable()
        this.#events.onUnmeasured()
        this.#onUnmeasurable()
        break
      case 'lost':
        this.#sightLog.noteUnmeasurable()
        this.#events.onUnmeasured()
        break
    }
    if (!this.#isStopped()) this.onGlance()
  }

  /** One is enough to tell that they still cannot be measured. */
  #tryFrames(): void {
    this.#trials.begin()
    this.#frames.leaveCanvas()
    this.#unmeasurableInRow = UNMEASURABLE_LIMIT - 1
  }

  #noteReadable(): void {
    if (!this.#trials.isOn) return
    this.#trials.noteMeasured()
    this.#tell()
  }

  /** Frames that the worker cannot read are drawn on a canvas for a while; told once where that does not help. */
  #onUnmeasurable(): void {
    if (++this.#unmeasurableInRow < UNMEASURABLE_LIMIT) return
    if (this.#frames.fallBackToCanvas()) {
      this.#trials.noteFallenBack(this.#nowMs())
      return this.#tell()
    }
    if (this.#isBlind) return
    this.#isBlind = true
    this.#events.onUnmeasurable()
  }

  #noteLateness(latenessMs: number): void {
    this.#seat.note({ isOnTime: latenessMs <= this.#ports.pacer.intervalMs / 2 })
  }

  #tell(): void {
    this.#told = { droppedChecks: this.#droppedChecks, atMs: this.#nowMs() }
    this.#events.onChange()
  }

  #detectionOptions(): DetectionOptions {
    return { ...this.#detection, analysisWidth: ANALYSIS_WIDTH }
  }

  /** Whether it was stopped: asked anew after every wait. */
  #isStopped(): boolean {
    return this.#flight === 'stopped'
  }

  #nowMs(): number {
    return this.#ports.clock.monotonicMs()
  }
}

/** Only what is seen can be frozen: a dark room looks the same from frame to frame. */
function isStill({ isRepeat, brightness }: Measurement): boolean {
  return isRepeat && brightness >= DARK_BRIGHTNESS
}

function discard(grabbed: GrabbedFrame | null): void {
  if (grabbed?.kind === 'frame') grabbed.frame.close()
}
