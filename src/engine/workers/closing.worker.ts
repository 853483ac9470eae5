import type { ClosedClip } from '../recording/clip'
import { remux } from './remux'

const scope = self as unknown as DedicatedWorkerGlobalScope

scope.addEventListener('message', (event: MessageEvent<Blob>) => {
  void remux(event.data).then((closed: ClosedClip | null) => scope.postMessage(closed))
})
