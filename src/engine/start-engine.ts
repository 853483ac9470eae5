import { CameraEngine, type EngineEvent } from './camera-engine'
import { Attendance } from './capture/attendance'
import { DeviceClaims } from './capture/device-claims'
import { SnapshotScheduler } from './capture/snapshots'
import { pageClock } from './clock'
import { browserAbilities } from './motion/browser-abilities'
import { chooseFramePath, type FramePath } from './motion/frame-path'
import { MotionWorkerClient, type MotionWorkerState } from './motion/motion-worker-client'
import { VideoFrames } from './motion/video-frames'
import { documentVisibility } from './motion/worker-clock'
import { LookTurns } from './naming/look-turns'
import type { PersonModel } from './naming/naming-protocol'
import { NamingWorkerClient } from './naming/naming-worker-client'
import { CheckPacer } from './pacing/check-pacer'
import { RidingClock } from './pacing/riding-clock'
import { sharedTicks } from './pacing/shared-ticks'
import { bestRecorder } from './recording/best-recorder'
import type { CodecMemory } from './recording/clip-codec'
import type { RecorderWishes } from './recording/recorder-port'
import { RecorderWorkerClient } from './recording/recorder-worker-client'
import type { TamperingWatches } from './tampering/tampering-watch'
import type { EngineTimings } from './timings'

export interface RunningEngine {
  readonly engine: CameraEngine
  /** How frames get out of cameras in this browser, and why; each camera's own path is in its state. */
  readonly framePath: FramePath
  /** Whether checks are late at present, or the tab does not keep up otherwise: whatever is less important should wait. */
  areChecksLate(): boolean
  /** Ends all cameras and the worker. */
  close(): void
}

/** What the engine asks and tells beside its events. */
export interface EngineExtras {
  /** What earlier trials of this browser's encoders found; absent: each start tries anew. */
  readonly codecs?: CodecMemory
  /** What an engine before this one left, and this one leaves. */
  readonly tampering?: TamperingWatches
  /** The recorder worker died; another one starts with the next frame. For the log. */
  onRecorderLost?(message: string): void
  /** The operator's person model, null for the built-in detector; asked each time that the detector is loaded. */
  findPersonModel?(): Promise<PersonModel | null>
  /** So long after the last motion the detector rests; for benches, which do not wait for minutes. */
  namingIdleMs?(): number
  /** Nothing can be named at present. For the log. */
  onNamingUnable?(message: string): void
  /** The built-in detector serves in the place of the model. For the log. */
  onPersonModelFailed?(message: string): void
}

/** Puts the engine together for this browser: one motion worker for all cameras of the tab (ENG-01). */
export function startEngine(
  timings: EngineTimings,
  tell: (event: EngineEvent) => void,
  onWorkerState: (state: MotionWorkerState) => void,
  extras: EngineExtras = {},
): RunningEngine {
  const worker = new MotionWorkerClient(
    new Worker(new URL('./workers/motion.worker.ts', import.meta.url), { type: 'module', name: 'motion' }),
    onWorkerState,
    documentVisibility,
  )
  const onRecorderLost = (message: string) => extras.onRecorderLost?.(message)
  const framePath = chooseFramePath(browserAbilities())
  const { clock } = worker
  const riding = new RidingClock(clock, timings.checkIntervalMs)
  const pacer = new CheckPacer(timings.checkIntervalMs, clock, pageClock, (turns) => {
    worker.gather(turns)
    riding.noteMoment()
  })
  const recorders = new RecorderWorkerClient(
    startRecorderWorker,
    onRecorderLost,
    extras.codecs,
    pacer.noteEncoderBehind,
  )
  const naming = new NamingWorkerClient(
    startNamingWorker,
    () => extras.findPersonModel?.() ?? Promise.resolve(null),
    {
      onPhase: (phase) => {
        tell({ kind: 'naming', phase })
        if (phase === 'ready') void looks.noteReady()
      },
      onUnable: (message) => extras.onNamingUnable?.(message),
      onModelFailed: (message) => extras.onPersonModelFailed?.(message),
    },
    pageClock,
    extras.namingIdleMs,
  )
  const looks = new LookTurns(naming, clock, () => pacer.isLess('no-looks'))
  const closing = new AbortController()
  const attendance = new Attendance(document, () => engine.retryWithSound(), closing.signal)
  const ports = {
    clock: sharedTicks(clock),
    pacer,
    motion: worker,
    looks,
    snapshots: new SnapshotScheduler(riding, () => pacer.isLess('few-snapshots')),
    media: () => {
      const media = navigator.mediaDevices as MediaDevices | undefined
      return media && attendance.over(media)
    },
    claims: new DeviceClaims(),
    tampering: extras.tampering ?? new Map(),
    makeFrames: (stream: MediaStream) => new VideoFrames(stream, framePath, pageClock, worker),
    openRecorder: (stream: MediaStream, frames: { readonly path: FramePath }, wishes: RecorderWishes) =>
      bestRecorder(stream, frames, timings.preRollMs, recorders, clock, wishes),
    newClipId: () => crypto.randomUUID(),
  }
  const engine = new CameraEngine(timings, ports, tell)
  return {
    engine,
    framePath,
    areChecksLate: () => pacer.isBehind,
    close() {
      closing.abort()
      engine.close()
      recorders.close()
      naming.close()
      worker.terminate()
    },
  }
}

function startNamingWorker(): Worker {
  return new Worker(new URL('./workers/naming.worker.ts', import.meta.url), { type: 'module', name: 'naming' })
}

function startRecorderWorker(): Worker {
  return new Worker(new URL('./workers/recorder.worker.ts', import.meta.url), { type: 'module', name: 'recorder' })
}
