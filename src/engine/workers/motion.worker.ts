import plainUrl from '../motion/compiled/motion.plain.wasm?url'
import scalarUrl from '../motion/compiled/motion.scalar.wasm?url'
import threadsUrl from '../motion/compiled/motion.threads.wasm?url'
import type { ToMotionWorker } from '../motion/protocol'
import { MotionDesk } from './motion-desk'

const scope = self as unknown as DedicatedWorkerGlobalScope

const urls = { plain: plainUrl, scalar: scalarUrl, threads: threadsUrl }

const desk = new MotionDesk(
  self.crossOriginIsolated && typeof SharedArrayBuffer === 'function' ? 'threads' : 'plain',
  (build) => WebAssembly.compileStreaming(fetch(urls[build])),
  (message) => scope.postMessage(message),
)

scope.addEventListener('message', (event: MessageEvent<ToMotionWorker>) => {
  void desk.handle(event.data)
})
