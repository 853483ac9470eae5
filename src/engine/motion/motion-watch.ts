import type { Pace } from '../pacing/pace-steps'
import type { Sight } from '../pacing/sight'
import { PersonWatch, type PersonWatchEvents } from '../person/person-watch'
import type { PersonTurns } from '../person/person-watch-turns'
import { ClipCycle, type ClipCycleEvents, type ClipCyclePorts } from '../recording/clip-cycle'
import type { StreamRecorder } from '../recording/recorder-port'
import type { EngineTimings } from '../timings'
import { CheckLoop, type CheckPorts, type WantedDetection } from './check-loop'
import type { Measurement } from './detection'
import type { FrameSource } from './motion-port'
import { isMotion } from './threshold'

export type WatchPorts = CheckPorts &
  Omit<ClipCyclePorts, 'areChecksLate'> & {
    /** Shared by all cameras of the tab. */
    readonly people: PersonTurns
  }

export interface WatchedCamera {
  readonly id: string
  readonly frames: FrameSource
  readonly recorder: StreamRecorder
  readonly sensitivityPercent: number
  readonly detection: WantedDetection
  readonly isPersonWanted: boolean
  readonly longestClipMs: number
  /** When its last recording ended, also one of an earlier watch: the cooldown counts from there. */
  readonly lastEndedAtMs: number | null
}

export interface WatchEvents extends ClipCycleEvents, Pick<PersonWatchEvents, 'onClipDetections'> {
  /** `sight`, `pace` or the frames' path is another than before. */
  onChange(): void
  /** A check was made. */
  onMeasured(measurement: Measurement): void
  /** A check had nothing to compare with yet. */
  onLearning(): void
  /** The frames of this camera cannot be measured; nothing will be detected. */
  onUnmeasurable(): void
}

/** Watches one stream for motion and has its clips recorded (REC-08, REC-09). */
export class MotionWatch {
  readonly #events: WatchEvents
  readonly #checks: CheckLoop
  readonly #clips: ClipCycle
  readonly #people: PersonWatch
  readonly #timings: EngineTimings
  #sensitivityPercent: number
  #isStopped = false

  constructor(camera: WatchedCamera, timings: EngineTimings, ports: WatchPorts, events: WatchEvents) {
    this.#events = events
    this.#timings = timings
    this.#sensitivityPercent = camera.sensitivityPercent
    const clipPorts = { ...ports, areChecksLate: () => ports.pacer.isLate }
    const { preRollMs, jpegQuality } = timings
    this.#people = new PersonWatch(
      camera.isPersonWanted,
      ports.people,
      ports.clock,
      { preRollMs, jpegQuality },
      {
        onClipDetections: (clipId, detections) => events.onClipDetections(clipId, detections),
        onClipPicture: (clipId, jpeg) => events.onClipThumbnail(clipId, jpeg),
      },
    )
    this.#clips = new ClipCycle(camera, timings, clipPorts, this.#clipEvents())
    this.#checks = new CheckLoop(camera, ports, {
      onFrame: (frame) => {
        this.#clips.noteFrame(frame)
        this.#people.noteFrame(frame)
      },
      onMeasured: (measurement) => this.#decide(measurement),
      onLearning: () => {
        this.#people.noteUnchecked()
        events.onLearning()
      },
      onUnmeasured: () => this.#people.noteUnchecked(),
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

  setPersonWanted(isWanted: boolean): void {
    this.#people.setWanted(isWanted)
  }

  setLongestClip(longestClipMs: number): void {
    this.#clips.setLongestClip(longestClipMs)
  }

  /** Ends detection. A clip being recorded ends here too and is handed over. */
  stop(): void {
    if (this.#isStopped) return
    this.#isStopped = true
    this.#checks.stop()
    this.#people.stop()
    this.#clips.end()
  }

  /** A clip is told of before who is in it, and ends after the last that is told of it. */
  #clipEvents(): ClipCycleEvents {
    const events = this.#events
    return {
      onCycle: (cycle) => {
        if (cycle.phase === 'idle') this.#people.noteClipStopped()
        events.onCycle(cycle)
      },
      onClipBegun: (clip, firstFrameAtMs) => {
        events.onClipBegun(clip, firstFrameAtMs)
        this.#people.noteClipBegun(clip.id, firstFrameAtMs)
      },
      onClipPart: (clipId, bytes) => events.onClipPart(clipId, bytes),
      onClipThumbnail: (clipId, jpeg) => {
        if (!this.#people.hasPicture(clipId)) events.onClipThumbnail(clipId, jpeg)
      },
      onClipEnded: (clipId) => this.#people.noteClipEnded(clipId, () => events.onClipEnded(clipId)),
      onRecordingFailed: (reason) => events.onRecordingFailed(reason),
    }
  }

  #onChange(): void {
    this.#clips.setPreRoll(this.#timings.preRollMs * this.pace.preRollShare)
    this.#events.onChange()
  }

  #decide(measurement: Measurement): void {
    this.#events.onMeasured(measurement)
    const hasMoved = isMotion(measurement.difference, this.#sensitivityPercent)
    if (hasMoved) this.#clips.noteMotion()
    this.#people.noteChecked({ region: measurement.region, isMotion: hasMoved, isRecording: this.isRecording })
  }
}
