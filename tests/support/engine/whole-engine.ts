import { vi } from 'vitest'
import type { EngineEvent } from '../../../src/engine/camera-engine'
import type { CaptureOptions } from '../../../src/engine/capture/capture-options'
import { startEngine } from '../../../src/engine/start-engine'
import type { TamperingWatches } from '../../../src/engine/tampering/tampering-watch'
import { FakeMedia } from '../browser/fake-media'
import { deferred } from '../deferred'
import { kernelModule } from '../kernels/kernels'
import { specTimings } from '../timings'
import { CountingCanvas } from './counted-frames'
import { stubEncoders } from './fake-encoders'
import { stubMediaRecorder } from './fake-media-recorder'
import { FakeFramePage } from './fake-video'
import { LoopbackRecorder } from './loopback-recorder'
import { LoopbackWorker } from './loopback-worker'

/**
 * The engine as the app starts it, with real kernels, in a hidden page whose time the test moves: only cameras,
 * screen and the thread of the worker are not real. `close` puts the browser back.
 */
export async function startWholeEngine() {
  const page = new FakeFramePage()
  page.turn('hidden')
  CountingCanvas.reset()
  LoopbackWorker.load = kernelModule
  vi.stubGlobal('document', page)
  vi.stubGlobal('navigator', { mediaDevices: new FakeMedia() })
  vi.stubGlobal('HTMLVideoElement', class {})
  stubEncoders()
  vi.stubGlobal('OffscreenCanvas', CountingCanvas)
  stubMediaRecorder()
  LoopbackRecorder.made.length = 0
  vi.stubGlobal('Worker', startLoopback)
  const told: EngineEvent[] = []
  const ready = deferred<void>()
  const tampering: TamperingWatches = new Map()
  const { engine, close } = startEngine(
    specTimings,
    (event) => told.push(event),
    () => ready.resolve(),
    { tampering },
  )
  const worker = LoopbackWorker.made.at(-1)
  if (worker === undefined) throw new Error('The engine started no worker.')
  await ready.promise
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'] })
  return {
    worker,
    /** What it leaves to an engine after it. */
    tampering,
    /** The recorder worker that runs now. */
    recorder: () => LoopbackRecorder.made.at(-1),
    /** How many events of a kind were told. */
    toldOf: (kind: EngineEvent['kind']) => told.filter((event) => event.kind === kind).length,
    /** The last state told of a camera. */
    stateOf: (cameraId: string) => {
      const states = told.flatMap((event) => (event.kind === 'state' && event.cameraId === cameraId ? event.state : []))
      return states.at(-1)
    },
    run: (cameraIds: readonly string[], options: CaptureOptions) =>
      engine.setCameras(new Map(cameraIds.map((id) => [id, options]))),
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
    stop: close,
    close() {
      close()
      vi.useRealTimers()
      vi.unstubAllGlobals()
    },
  }
}

/** Called with `new`, as browsers' Worker is. */
function startLoopback(_script: URL, { name }: WorkerOptions): LoopbackWorker | LoopbackRecorder {
  return name === 'recorder' ? new LoopbackRecorder() : new LoopbackWorker()
}
