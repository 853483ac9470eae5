import plainUrl from '../../../dist/kernels/motion.plain.wasm?url'
import threadsUrl from '../../../dist/kernels/motion.threads.wasm?url'
import { type LoadedKernels, loadKernels } from '../motion/kernels'
import type { FromMotionWorker, ToMotionWorker } from '../motion/protocol'
import { encodeJpeg } from './encode-jpeg'
import { FrameChecker } from './frame-checker'
import { WorkerTimers } from './worker-timers'

const scope = self as unknown as DedicatedWorkerGlobalScope
const post = (message: FromMotionWorker): void => scope.postMessage(message)

const timers = new WorkerTimers((timer) => post({ kind: 'timer', timer }))

/** Messages that come while the kernels load wait for them. */
const checker = start()

async function start(): Promise<FrameChecker | null> {
  try {
    const build = self.crossOriginIsolated && typeof SharedArrayBuffer === 'function' ? 'threads' : 'plain'
    const loaded: LoadedKernels = await loadKernels(build, (which) =>
      WebAssembly.compileStreaming(fetch(which === 'threads' ? threadsUrl : plainUrl)),
    )
    post({ kind: 'ready', memory: build === 'threads' ? 'shared' : 'plain' })
    return new FrameChecker(loaded)
  } catch (error) {
    // Bytes that came and do not compile are instructions this browser lacks; anything else is a file that did not come.
    const reason = error instanceof WebAssembly.CompileError ? 'no-simd' : 'not-loaded'
    post({ kind: 'unusable', reason, message: error instanceof Error ? error.message : String(error) })
    return null
  }
}

async function check(message: Extract<ToMotionWorker, { kind: 'check-frame' | 'check-pixels' }>): Promise<void> {
  const { cameraId, check } = message
  const ready = await checker
  const result =
    message.kind === 'check-frame'
      ? await ready?.frame(cameraId, message.frame)
      : ready?.pixels(cameraId, message.width, message.height, message.pixels)
  if (message.kind === 'check-frame') message.frame.close()
  post({ kind: 'checked', check, result: result ?? { kind: 'lost' } })
}

async function handle(message: ToMotionWorker): Promise<void> {
  switch (message.kind) {
    case 'open':
      ;(await checker)?.open(message.cameraId)
      return
    case 'close':
      ;(await checker)?.close(message.cameraId)
      return
    case 'check-frame':
    case 'check-pixels':
      return check(message)
    case 'encode-jpeg':
      post({ kind: 'jpeg', job: message.job, jpeg: await encodeJpeg(message.frame, message.maxWidth, message.quality) })
      return
    case 'start-timer':
      return timers.start(message.timer, message.delayMs, message.isRepeating)
    case 'stop-timer':
      return timers.stop(message.timer)
  }
}

scope.addEventListener('message', (event: MessageEvent<ToMotionWorker>) => {
  void handle(event.data)
})
