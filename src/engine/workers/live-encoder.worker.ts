import type { ToLiveEncoder } from '../live/relay-protocol'
import { LiveDesk } from './live/live-desk'

const scope = self as unknown as DedicatedWorkerGlobalScope

const desk = new LiveDesk((message) =>
  scope.postMessage(message, message.kind === 'picture' ? [message.picture.bytes.buffer] : []),
)

scope.addEventListener('message', (event: MessageEvent<ToLiveEncoder>) => desk.handle(event.data))
