import type { Clip } from '../capture/clip'
import type { Recorder, Recording, StartRecorder } from '../capture/recorder'
import type { Pace } from '../pacing/pace-steps'
import type { Sight } from '../pacing/sight'
import type { EngineTimings } from '../timings'
import { CheckLoop, type CheckPorts, type WantedDetection } from './check-loop'
import type { Measurement } from './detection'
import type { FrameSource } from './motion-port'
import { mayRecord, type RecordingCycle, recordingEnded, recordingStarted } from './recording-cycle'
import { isMotion } from './threshold'

/** Widest thumbnail of a clip. */
const THUMBNAIL_WIDTH = 640

/** A recorder that has not handed over its clip this long after its end never will. */
const HANDOVER_LIMIT_MS = 5_000

export interface WatchPorts extends CheckPorts {
  readonly startRecorder: StartRecorder
  readonly newClipId: () => string
}

export interface WatchedCamera {
  readonly id: string
  readonly stream: MediaStream
  readonly frames: FrameSource
  readonly sensitivityPercent: number
  readonly detection: WantedDetection
  /** When its last recording ended, also one of an earlier watch: the cooldown counts from there. */
  readonly lastEndedAtMs: number | null
}

export interface WatchEvents {
  /** The recording cycle moved. */
  onCycle(cycle: RecordingCycle): void
  /** `sight`, `pace` or the frames' path is another than before. */
  onChange(): void
  /** A check was made. */
  onMeasured(measurement: Measurement): void
  /** A check had nothing to compare with yet. */
  onLearning(): void
  onClip(clip: Clip): void
  /** The browser could not record; motion is still watched. */
  onRecordingFailed(): void
  /** The frames of this camera cannot be measured; nothing will be detected. */
  onUnmeasurable(): void
}

/** Watches one stream for motion and records clips (spec 4, motion recording cycle). */
export class MotionWatch {
  readonly #camera: WatchedCamera
  readonly #timings: EngineTimings
  readonly #ports: WatchPorts
  readonly #events: WatchEvents
  readonly #checks: CheckLoop
  #sensitivityPercent: number
  #cycle: RecordingCycle
  #recorder: Recorder | null = null
  #isStopped = false

  constructor(camera: WatchedCamera, timings: EngineTimings, ports: WatchPorts, events: WatchEvents) {
    this.#camera = camera
    this.#timings = timings
    this.#ports = ports
    this.#events = events
    this.#sensitivityPercent = camera.sensitivityPercent
    this.#cycle = { phase: 'idle', lastEndedAtMs: camera.lastEndedAtMs }
    this.#checks = new CheckLoop(camera, ports, {
      onMeasured: (measurement) => this.#decide(measurement),
      onLearning: () => events.onLearning(),
      onUnmeasurable: () => events.onUnmeasurable(),
      onChange: () => events.onChange(),
    })
  }

  get isRecording(): boolean {
    return this.#cycle.phase === 'recording'
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

  /** Ends detection. A clip being recorded ends here too and is delivered. */
  stop(): void {
    if (this.#isStopped) return
    this.#isStopped = true
    this.#checks.stop()
    this.#recorder?.stop()
  }

  #decide(measurement: Measurement): void {
    this.#events.onMeasured(measurement)
    if (!isMotion(measurement.difference, this.#sensitivityPercent)) return
    if (mayRecord(this.#cycle, this.#ports.clock.monotonicMs(), this.#timings.cooldownMs)) void this.#record()
  }

  async #record(): Promise<void> {
    const { clock } = this.#ports
    const startedAtMs = clock.nowMs()
    const recorder = this.#ports.startRecorder(this.#camera.stream)
    if (recorder === null) {
      // The cooldown keeps a browser that cannot record from being asked at every check.
      this.#setCycle(recordingEnded(clock.monotonicMs()))
      this.#events.onRecordingFailed()
      return
    }
    this.#recorder = recorder
    this.#setCycle(recordingStarted(clock.monotonicMs()))
    const [recording, thumbnail] = await Promise.all([
      this.#finish(recorder),
      this.#camera.frames.still(THUMBNAIL_WIDTH, this.#timings.jpegQuality),
    ])
    this.#recorder = null
    this.#setCycle(recordingEnded(clock.monotonicMs()))
    if (recording === null) this.#events.onRecordingFailed()
    else this.#events.onClip({ id: this.#ports.newClipId(), ...recording, thumbnail, startedAtMs })
  }

  /** Ends the recording after the clip's length; waits no longer than the handover may take. */
  #finish(recorder: Recorder): Promise<Recording | null> {
    const { clock } = this.#ports
    const { clipLengthMs } = this.#timings
    return new Promise((resolve) => {
      const cancelEnd = clock.after(clipLengthMs, () => recorder.stop())
      const cancelLimit = clock.after(clipLengthMs + HANDOVER_LIMIT_MS, () => resolve(null))
      void recorder.finished.then((recording) => {
        cancelEnd()
        cancelLimit()
        resolve(recording)
      })
    })
  }

  #setCycle(cycle: RecordingCycle): void {
    this.#cycle = cycle
    this.#events.onCycle(cycle)
  }
}
