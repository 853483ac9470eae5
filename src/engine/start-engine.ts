import { CameraEngine, type EngineEvent } from './camera-engine'
import { startMediaRecorder } from './capture/recorder'
import { browserAbilities, chooseFramePath, type FramePath } from './motion/frame-path'
import { MotionWorker, type MotionWorkerState } from './motion/motion-worker'
import { VideoFrames } from './motion/video-frames'
import type { EngineTimings } from './timings'

export interface RunningEngine {
  readonly engine: CameraEngine
  /** How frames get out of the cameras here, and why. */
  readonly framePath: FramePath
  /** Ends all cameras and the worker. */
  close(): void
}

/** Puts the engine together for this browser: one motion worker for all cameras of the tab (design 4). */
export function startEngine(
  timings: EngineTimings,
  tell: (event: EngineEvent) => void,
  onWorkerState: (state: MotionWorkerState) => void,
): RunningEngine {
  const worker = new MotionWorker(
    new Worker(new URL('./workers/motion.worker.ts', import.meta.url), { type: 'module', name: 'motion' }),
    onWorkerState,
  )
  const framePath = chooseFramePath(browserAbilities())
  const ports = {
    clock: worker.clock,
    motion: worker,
    media: () => navigator.mediaDevices as MediaDevices | undefined,
    makeFrames: (stream: MediaStream) => new VideoFrames(stream, framePath, worker.clock, worker),
    startRecorder: startMediaRecorder,
    newClipId: () => crypto.randomUUID(),
  }
  const engine = new CameraEngine(timings, ports, tell)
  return {
    engine,
    framePath,
    close() {
      engine.close()
      worker.terminate()
    },
  }
}
