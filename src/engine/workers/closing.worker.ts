import type { ClosingAnswer } from '../recording/close-clip'
import { remux } from './remux'
import { scope } from './worker-scope'

const answer = (given: ClosingAnswer) => scope.postMessage(given)

scope.addEventListener('message', (event: MessageEvent<Blob>) => {
  remux(event.data).then(
    (clip) => answer(clip === null ? { kind: 'nothing' } : { kind: 'clip', clip }),
    () => answer({ kind: 'unable' }),
  )
})
