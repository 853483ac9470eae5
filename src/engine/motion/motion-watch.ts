import type { Clip } from '../capture/clip'
import type { Recorder, Recording, StartRecorder } from '../capture/recorder'
import type { Cancel, Clock } from '../clock'
import type { EngineTimings } from '../timings'
import type { FrameSource, MotionPort } from './motion-port'
import { mayRecord, type RecordingCycle, recordingEnded, recordingStarted } from './recording-cycle'
import { isMotion } from './threshold'

/** Widest thumbnail of a clip. */
const THUMBNAIL_WIDTH = 640

/** A recorder that has not handed over its clip this long after its end never will. */
const HANDOVER_LIMIT_MS = 5_000

export interface WatchPorts {
  readonly clock: Clock
  readonly motion: MotionPort
  readonly startRecorder: StartRecorder
  readonly newClipId: () => string
}

export interface WatchEvents {
  /** The recording cycle moved. */
  onCycle(cycle: RecordingCycle): void
  /** A check was made: D, 0 to 1. */
  onDifference(difference: number): void
  onClip(clip: Clip): void
  /** The browser could not record; motion is still watched. */
  onRecordingFailed(): void
  /** The frames of this camera cannot be measured; nothing will be detected. */
  onUnmeasurable(): void
}

/**
 * Watches one stream for motion and records clips (spec 4, motion recording cycle). One frame is in flight at a
 * time; a check that comes due meanwhile is dropped and counted.
 */
export class MotionWatch {
  readonly #cameraId: string
  readonly #stream: MediaStream
  readonly #frames: FrameSource
  readonly #timings: EngineTimings
  readonly #ports: WatchPorts
  readonly #events: WatchEvents
  readonly #cancelTicks: Cancel
  #sensitivityPercent: number
  #cycle: RecordingCycle
  #recorder: Recorder | null = null
  #isChecking = false
  #isStopped = false
  #isBlind = false
  #droppedChecks = 0

  constructor(
    camera: {
      readonly id: string
      readonly stream: MediaStream
      readonly frames: FrameSource
      readonly sensitivityPercent: number
      /** When its last recording ended, also one of an earlier watch: the cooldown counts from there. */
      readonly lastEndedAtMs: number | null
    },
    timings: EngineTimings,
    ports: WatchPorts,
    events: WatchEvents,
  ) {
    this.#cameraId = camera.id
    this.#stream = camera.stream
    this.#frames = camera.frames
    this.#sensitivityPercent = camera.sensitivityPercent
    this.#cycle = { phase: 'idle', lastEndedAtMs: camera.lastEndedAtMs }
    this.#timings = timings
    this.#ports = ports
    this.#events = events
    ports.motion.open(camera.id)
    this.#cancelTicks = ports.clock.every(timings.checkIntervalMs, () => void this.#check())
  }

  get droppedChecks(): number {
    return this.#droppedChecks
  }

  get isRecording(): boolean {
    return this.#cycle.phase === 'recording'
  }

  setSensitivity(percent: number): void {
    this.#sensitivityPercent = percent
  }

  /** Ends detection. A clip being recorded ends here too and is delivered. */
  stop(): void {
    if (this.#isStopped) return
    this.#isStopped = true
    this.#cancelTicks()
    this.#ports.motion.close(this.#cameraId)
    this.#recorder?.stop()
  }

  async #check(): Promise<void> {
    if (this.#isChecking) {
      this.#droppedChecks++
      return
    }
    this.#isChecking = true
    try {
      const grabbed = await this.#frames.grab()
      if (grabbed === null) return
      const result = await this.#ports.motion.check(this.#cameraId, grabbed)
      if (this.#isStopped) return
      if (result.kind === 'difference') this.#decide(result.difference)
      if (result.kind === 'unmeasurable') this.#onUnmeasurable()
    } finally {
      this.#isChecking = false
    }
  }

  /** Frames that the worker cannot read are drawn on a canvas from now on; told once where that does not help. */
  #onUnmeasurable(): void {
    if (this.#frames.fallBackToCanvas() || this.#isBlind) return
    this.#isBlind = true
    this.#events.onUnmeasurable()
  }

  #decide(difference: number): void {
    this.#events.onDifference(difference)
    const nowMs = this.#ports.clock.nowMs()
    if (!isMotion(difference, this.#sensitivityPercent)) return
    if (mayRecord(this.#cycle, nowMs, this.#timings.cooldownMs)) void this.#record(nowMs)
  }

  async #record(startedAtMs: number): Promise<void> {
    const recorder = this.#ports.startRecorder(this.#stream)
    if (recorder === null) {
      // The cooldown keeps a browser that cannot record from being asked at every check.
      this.#setCycle(recordingEnded(startedAtMs))
      this.#events.onRecordingFailed()
      return
    }
    this.#recorder = recorder
    this.#setCycle(recordingStarted(startedAtMs))
    const [recording, thumbnail] = await Promise.all([
      this.#finish(recorder),
      this.#frames.still(THUMBNAIL_WIDTH, this.#timings.jpegQuality),
    ])
    this.#recorder = null
    this.#setCycle(recordingEnded(this.#ports.clock.nowMs()))
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
