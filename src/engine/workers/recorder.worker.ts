import type { ToRecorderWorker } from '../recording/recorder-protocol'
import { RecorderDesk } from './recorder-desk'

const scope = self as unknown as DedicatedWorkerGlobalScope

const desk = new RecorderDesk((message) =>
  scope.postMessage(message, message.kind === 'part' ? [message.bytes.buffer] : []),
)

scope.addEventListener('message', (event: MessageEvent<ToRecorderWorker>) => desk.handle(event.data))
