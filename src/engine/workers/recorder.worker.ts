import type { ToRecorderWorker } from '../recording/recorder-protocol'
import { RecorderWorkerHost } from './recorder-worker-host'
import { scope } from './worker-scope'

const host = new RecorderWorkerHost((message) =>
  scope.postMessage(message, message.kind === 'part' ? [message.bytes.buffer] : []),
)

scope.addEventListener('message', (event: MessageEvent<ToRecorderWorker>) => host.handle(event.data))
