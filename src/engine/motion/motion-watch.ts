import type { LabelGroup } from '../../lib/label'
import type { LookTurns } from '../naming/look-turns'
import { NamingWatch, type NamingWatchEvents } from '../naming/naming-watch'
import { type IsLess, preRollShare } from '../pacing/less'
import type { Pace } from '../pacing/pace'
import type { Sight } from '../pacing/sight'
import { ClipChoice } from '../recording/clip-choice'
import { ClipCycle, type ClipCycleEvents, type ClipCyclePorts } from '../recording/clip-cycle'
import type { StreamRecorder } from '../recording/recorder-port'
import type { EngineTimings } from '../timings'
import { CheckLoop, type CheckPorts, type WantedDetection } from './check-loop'
import type { Measurement } from './detection'
import type { FrameSource } from './motion-port'
import { isMotion } from './threshold'

export type WatchPorts = CheckPorts &
  Omit<ClipCyclePorts, 'isLess'> & {
    /** Shared by all cameras of the tab. */
    readonly looks: LookTurns
  }

export interface WatchedCamera {
  readonly id: string
  readonly frames: FrameSource
  readonly recorder: StreamRecorder
  readonly sensitivityPercent: number
  readonly detection: WantedDetection
  readonly isNamingWanted: boolean
  /** Clips that show none of these are left out; null: none is. */
  readonly keepClipsOf: readonly LabelGroup[] | null
  /** Whether motion begins clips, and has them go on. */
  readonly isMotionRecorded: boolean
  readonly longestClipMs: number
  /** When the camera's last recording ended, also one of an earlier watch: the cooldown counts from there. */
  readonly lastEndedAtMs: number | null
}

export interface WatchEvents extends ClipCycleEvents, Pick<NamingWatchEvents, 'onClipDetections' | 'onLooked'> {
  /** The clip shows nothing of what is kept (LABEL-09): it goes, and nothing more is told of it. */
  onClipLeftOut(clipId: string): void
  /** `sight`, `pace` or the frames' path is another than before. */
  onChange(): void
  /** A check was made. */
  onMeasured(measurement: Measurement): void
  /** A check had nothing to compare with yet. */
  onLearning(): void
  /** The frames of this camera cannot be measured; nothing will be detected. */
  onUnmeasurable(): void
}

/** Why a stream is watched no longer: nobody wants it watched, or it is gone, and opened anew where that can be. */
export type WatchEnd = 'unwanted' | 'stream-gone'

/** Watches one stream for motion and has its clips recorded (REC-08, REC-09). */
export class MotionWatch {
  readonly #events: WatchEvents
  readonly #checks: CheckLoop
  readonly #clips: ClipCycle
  readonly #naming: NamingWatch
  readonly #timings: EngineTimings
  readonly #isLess: IsLess
  #sensitivityPercent: number
  #isMotionRecorded: boolean
  readonly #choice: ClipChoice
  #isStopped = false

  constructor(camera: WatchedCamera, timings: EngineTimings, ports: WatchPorts, events: WatchEvents) {
    this.#events = events
    this.#timings = timings
    this.#choice = new ClipChoice(camera.keepClipsOf, (group) => ports.looks.canName(group), ports.clock, events)
    this.#isMotionRecorded = camera.isMotionRecorded
    this.#sensitivityPercent = camera.sensitivityPercent
    const clipPorts = { ...ports, isLess: ports.pacer.isLess }
    this.#isLess = ports.pacer.isLess
    const { preRollMs, jpegQuality } = timings
    this.#naming = new NamingWatch(
      camera.isNamingWanted,
      ports.looks,
      ports.clock,
      { preRollMs, jpegQuality },
      {
        onLooked: (look) => events.onLooked(look),
        onClipDetections: (clipId, detections) => events.onClipDetections(clipId, detections),
        onClipPicture: (clipId, jpeg) => events.onClipThumbnail(clipId, jpeg),
      },
    )
    this.#clips = new ClipCycle(camera, timings, clipPorts, this.#clipEvents())
    this.#checks = new CheckLoop(camera, ports, {
      onFrame: (frame) => {
        this.#clips.noteFrame(frame)
        this.#naming.noteFrame(frame)
      },
      onMeasured: (measurement) => this.#decide(measurement),
      onLearning: () => {
        this.#naming.noteUnchecked()
        events.onLearning()
      },
      onUnmeasured: () => this.#naming.noteUnchecked(),
      onUnmeasurable: () => events.onUnmeasurable(),
      onChange: () => this.#onChange(),
      isRecording: () => this.isRecording,
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

  setNamingWanted(isWanted: boolean): void {
    this.#naming.setWanted(isWanted)
  }

  setKeptClips(keepClipsOf: readonly LabelGroup[] | null): void {
    this.#choice.setKept(keepClipsOf)
  }

  /** A clip under way ends at its time, as without further motion. */
  setMotionRecorded(isRecorded: boolean): void {
    this.#isMotionRecorded = isRecorded
  }

  setLongestClip(longestClipMs: number): void {
    this.#clips.setLongestClip(longestClipMs)
  }

  /** Begins a clip as by motion, or has the one under way go on. false where none could begin. */
  recordNow(): boolean {
    const clipId = this.#isStopped ? null : this.#clips.recordNow()
    if (clipId !== null) this.#choice.noteAsked(clipId)
    return clipId !== null
  }

  /** Somebody touched the camera: the clip that shows who did is kept. */
  noteTampered(): void {
    if (this.#clips.runningId !== null) this.#choice.spare(this.#clips.runningId)
    this.#choice.noteTampered()
  }

  /**
   * Ends detection. A clip being recorded ends here too and is handed over. Where the stream is gone somebody may have seen
   * to that: no clip that shows who did is left out.
   */
  stop(why: WatchEnd = 'unwanted'): void {
    if (this.#isStopped) return
    this.#isStopped = true
    if (why === 'stream-gone') this.noteTampered()
    this.#checks.stop()
    this.#naming.stop()
    this.#choice.stop()
    this.#clips.end()
  }

  /** A clip is told of before who is in it, and ends after the last that is told of it. */
  #clipEvents(): ClipCycleEvents {
    const events = this.#events
    return {
      onCycle: (cycle) => {
        if (cycle.phase === 'idle') this.#naming.noteClipStopped()
        events.onCycle(cycle)
      },
      onClipBegun: (clip, firstFrameAtMs) => {
        events.onClipBegun(clip, firstFrameAtMs)
        this.#choice.noteBegun(clip.id)
        const isRunning = this.#clips.runningId === clip.id
        this.#naming.noteClipBegun(clip.id, firstFrameAtMs, isRunning ? 'recording' : 'stopped')
      },
      onClipPart: (clipId, bytes) => events.onClipPart(clipId, bytes),
      onClipThumbnail: (clipId, jpeg) => {
        if (!this.#naming.hasPicture(clipId)) events.onClipThumbnail(clipId, jpeg)
      },
      onClipMoved: (clipId) => this.#choice.noteMoved(clipId),
      onClipEnded: (clipId) => this.#naming.noteClipEnded(clipId, (seen) => this.#choice.noteEnded(clipId, seen)),
      onRecordingFailed: (reason) => events.onRecordingFailed(reason),
    }
  }

  #onChange(): void {
    this.#clips.setPreRoll(this.#timings.preRollMs * preRollShare(this.#isLess))
    this.#events.onChange()
  }

  #decide(measurement: Measurement): void {
    this.#events.onMeasured(measurement)
    const hasMoved = isMotion(measurement.difference, this.#sensitivityPercent)
    if (hasMoved && this.#isMotionRecorded) this.#clips.noteMotion()
    // Nobody is told of what is in no clip.
    const isNamed = hasMoved && (this.#isMotionRecorded || this.isRecording)
    this.#naming.noteChecked({ moved: measurement.moved, isMotion: isNamed, isRecording: this.isRecording })
  }
}
