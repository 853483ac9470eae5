import { CameraEngine, type EngineEvent } from './camera-engine'
import { DeviceClaims } from './capture/device-claims'
import { SnapshotDesk } from './capture/snapshots'
import { pageClock } from './clock'
import { browserAbilities } from './motion/browser-abilities'
import { chooseFramePath, type FramePath } from './motion/frame-path'
import { MotionWorker, type MotionWorkerState } from './motion/motion-worker'
import { VideoFrames } from './motion/video-frames'
import { documentVisibility } from './motion/worker-clock'
import { CheckPacer } from './pacing/check-pacer'
import { bestRecorder } from './recording/best-recorder'
import { RecorderWorker } from './recording/recorder-worker'
import type { EngineTimings } from './timings'

export interface RunningEngine {
  readonly engine: CameraEngine
  /** How frames get out of cameras in this browser, and why; each camera's own path is in its state. */
  readonly framePath: FramePath
  /** Whether checks are late at present: whatever is less important should wait. */
  areChecksLate(): boolean
  /** Ends all cameras and the worker. */
  close(): void
}

/** Puts the engine together for this browser: one motion worker for all cameras of the tab (design 4). */
export function startEngine(
  timings: EngineTimings,
  tell: (event: EngineEvent) => void,
  onWorkerState: (state: MotionWorkerState) => void,
  /** The recorder worker died; another one starts with the next frame. For the log. */
  onRecorderLost: (message: string) => void = () => undefined,
): RunningEngine {
  const worker = new MotionWorker(
    new Worker(new URL('./workers/motion.worker.ts', import.meta.url), { type: 'module', name: 'motion' }),
    onWorkerState,
    documentVisibility,
  )
  const recorders = new RecorderWorker(startRecorderWorker, (message) => onRecorderLost(message))
  const framePath = chooseFramePath(browserAbilities())
  const { clock } = worker
  const pacer = new CheckPacer(timings.checkIntervalMs, clock, pageClock)
  const ports = {
    clock,
    pacer,
    motion: worker,
    snapshots: new SnapshotDesk(clock, () => pacer.isLate),
    media: () => navigator.mediaDevices as MediaDevices | undefined,
    claims: new DeviceClaims(),
    makeFrames: (stream: MediaStream) => new VideoFrames(stream, framePath, pageClock, worker),
    openRecorder: (stream: MediaStream, frames: { readonly path: FramePath }) =>
      bestRecorder(stream, frames, timings.preRollMs, recorders, clock),
    newClipId: () => crypto.randomUUID(),
  }
  const engine = new CameraEngine(timings, ports, tell)
  return {
    engine,
    framePath,
    areChecksLate: () => pacer.isLate,
    close() {
      engine.close()
      recorders.close()
      worker.terminate()
    },
  }
}

function startRecorderWorker(): Worker {
  return new Worker(new URL('./workers/recorder.worker.ts', import.meta.url), { type: 'module', name: 'recorder' })
}
