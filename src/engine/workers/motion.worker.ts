import plainUrl from '../motion/compiled/motion.plain.wasm?url'
import scalarUrl from '../motion/compiled/motion.scalar.wasm?url'
import threadsUrl from '../motion/compiled/motion.threads.wasm?url'
import type { ToMotionWorker } from '../motion/protocol'
import { MotionWorkerHost } from './motion-worker-host'
import { scope } from './worker-scope'

const urls = { plain: plainUrl, scalar: scalarUrl, threads: threadsUrl }

const host = new MotionWorkerHost(
  self.crossOriginIsolated && typeof SharedArrayBuffer === 'function' ? 'threads' : 'plain',
  (build) => WebAssembly.compileStreaming(fetch(urls[build])),
  (message) => scope.postMessage(message),
)

scope.addEventListener('message', (event: MessageEvent<ToMotionWorker>) => {
  void host.handle(event.data)
})
