import type { Pace } from '../pacing/pace-steps'
import type { Sight } from '../pacing/sight'
import { ClipCycle, type ClipCycleEvents, type ClipCyclePorts } from '../recording/clip-cycle'
import type { StreamRecorder } from '../recording/recorder-port'
import type { EngineTimings } from '../timings'
import { CheckLoop, type CheckPorts, type WantedDetection } from './check-loop'
import type { Measurement } from './detection'
import type { FrameSource } from './motion-port'
import { isMotion } from './threshold'

export type WatchPorts = CheckPorts & Omit<ClipCyclePorts, 'areChecksLate'>

export interface WatchedCamera {
  readonly id: string
  readonly frames: FrameSource
  readonly recorder: StreamRecorder
  readonly sensitivityPercent: number
  readonly detection: WantedDetection
  readonly longestClipMs: number
  /** When its last recording ended, also one of an earlier watch: the cooldown counts from there. */
  readonly lastEndedAtMs: number | null
}

export interface WatchEvents extends ClipCycleEvents {
  /** `sight`, `pace` or the frames' path is another than before. */
  onChange(): void
  /** A check was made. */
  onMeasured(measurement: Measurement): void
  /** A check had nothing to compare with yet. */
  onLearning(): void
  /** The frames of this camera cannot be measured; nothing will be detected. */
  onUnmeasurable(): void
}

/** Watches one stream for motion and has its clips recorded (spec 4, motion recording cycle). */
export class MotionWatch {
  readonly #events: WatchEvents
  readonly #checks: CheckLoop
  readonly #clips: ClipCycle
  readonly #timings: EngineTimings
  #sensitivityPercent: number
  #isStopped = false

  constructor(camera: WatchedCamera, timings: EngineTimings, ports: WatchPorts, events: WatchEvents) {
    this.#events = events
    this.#timings = timings
    this.#sensitivityPercent = camera.sensitivityPercent
    const clipPorts = { ...ports, areChecksLate: () => ports.pacer.isLate }
    this.#clips = new ClipCycle(camera, timings, clipPorts, events)
    this.#checks = new CheckLoop(camera, ports, {
      onFrame: (frame) => this.#clips.noteFrame(frame),
      onMeasured: (measurement) => this.#decide(measurement),
      onLearning: () => events.onLearning(),
      onUnmeasurable: () => events.onUnmeasurable(),
      onChange: () => this.#onChange(),
    })
  }

  get isRecording(): boolean {
    return this.#clips.isRecording
  }

  get sight(): Sight {
    return this.#checks.sight
  }

  get pace(): Pace {
    return this.#checks.pace
  }

  setSensitivity(percent: number): void {
    this.#sensitivityPercent = percent
  }

  setDetection(detection: WantedDetection): void {
    this.#checks.setDetection(detection)
  }

  setLongestClip(longestClipMs: number): void {
    this.#clips.setLongestClip(longestClipMs)
  }

  /** Ends detection. A clip being recorded ends here too and is handed over. */
  stop(): void {
    if (this.#isStopped) return
    this.#isStopped = true
    this.#checks.stop()
    this.#clips.end()
  }

  #onChange(): void {
    this.#clips.setPreRoll(this.#timings.preRollMs * this.pace.preRollShare)
    this.#events.onChange()
  }

  #decide(measurement: Measurement): void {
    this.#events.onMeasured(measurement)
    if (isMotion(measurement.difference, this.#sensitivityPercent)) this.#clips.noteMotion()
  }
}
