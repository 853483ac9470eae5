import type { ToLiveEncoder } from '../live/relay-protocol'
import { LiveWorkerHost } from './live/live-worker-host'
import { scope } from './worker-scope'

const host = new LiveWorkerHost((message) =>
  scope.postMessage(message, message.kind === 'picture' ? [message.picture.bytes.buffer] : []),
)

scope.addEventListener('message', (event: MessageEvent<ToLiveEncoder>) => host.handle(event.data))
