import { CheckLoop } from '../../../src/engine/motion/check-loop'
import type { DetectionOptions } from '../../../src/engine/motion/detection'
import type { FramePath } from '../../../src/engine/motion/frame-path'
import type { CheckResult, GrabbedFrame, MotionPort } from '../../../src/engine/motion/motion-port'
import { CheckPacer } from '../../../src/engine/pacing/check-pacer'
import type { Pace } from '../../../src/engine/pacing/pace'
import { type Sight, seeing } from '../../../src/engine/pacing/sight'
import { type ManualClock, manualClock, throttledClock } from '../manual-clock'
import { classic, measured } from './check-results'
import { FakeFrames } from './fake-frames'

/** A worker that takes as long as the test says for each check. */
export class SlowMotion implements MotionPort {
  takesMs = 0
  answer: CheckResult = measured(0.01)
  checks = 0
  /** What was last said about each open camera. */
  readonly options = new Map<string, DetectionOptions>()
  readonly #clock: ManualClock

  constructor(clock: ManualClock) {
    this.#clock = clock
  }

  open(cameraId: string, options: DetectionOptions): void {
    this.options.set(cameraId, options)
  }

  configure(cameraId: string, options: DetectionOptions): void {
    this.options.set(cameraId, options)
  }

  close(cameraId: string): void {
    this.options.delete(cameraId)
  }

  async check(_cameraId: string, grabbed: GrabbedFrame): Promise<CheckResult> {
    this.checks++
    if (grabbed.kind === 'frame') grabbed.frame.close()
    if (this.takesMs > 0) await new Promise<void>((resolve) => this.#clock.after(this.takesMs, resolve))
    return this.answer
  }
}

export interface TestLoop {
  readonly loop: CheckLoop
  readonly frames: FakeFrames
  /** Sights and paces as they were told, each once while it stays. */
  readonly sights: Sight[]
  readonly paces: Pace[]
  readonly told: { unmeasurable: number; unmeasured: number; measured: number; frames: number }
  /** Ways of the frames as they were told. */
  readonly paths: FramePath['frames'][]
  /** Whether a clip is under way. */
  readonly clip: { isRecording: boolean }
}

/** Check loops of several cameras on one machine whose worker is slow, whose clock can be held back. */
export function checkLoops(baseIntervalMs = 300) {
  const clock = manualClock()
  const workerClock = throttledClock(clock)
  const motion = new SlowMotion(clock)
  const pacer = new CheckPacer(baseIntervalMs, workerClock, clock)
  const start = (id = 'front', frames = new FakeFrames()): TestLoop => {
    const sights: Sight[] = []
    const paces: Pace[] = []
    const told = { unmeasurable: 0, unmeasured: 0, measured: 0, frames: 0 }
    const paths: FramePath['frames'][] = []
    const clip = { isRecording: false }
    const loop: CheckLoop = new CheckLoop(
      { id, frames, detection: classic },
      { clock: workerClock, motion, pacer },
      {
        onFrame: () => told.frames++,
        onMeasured: () => told.measured++,
        onLearning: () => undefined,
        onUnmeasured: () => told.unmeasured++,
        onUnmeasurable: () => told.unmeasurable++,
        isRecording: () => clip.isRecording,
        onChange: () => {
          if (frames.path.frames !== paths.at(-1)) paths.push(frames.path.frames)
          if (loop.sight !== (sights.at(-1) ?? seeing)) sights.push(loop.sight)
          if (JSON.stringify(loop.pace) !== JSON.stringify(paces.at(-1))) paces.push(loop.pace)
        },
      },
    )
    return { loop, frames, sights, paces, told, paths, clip }
  }
  return { clock, workerClock, motion, pacer, start }
}
