import type { ToPersonWorker } from '../person/person-protocol'
import { PersonDesk } from './person-desk'
import { loadBuiltIn, loadOperatorsModel } from './person-onnx'

const scope = self as unknown as DedicatedWorkerGlobalScope

const desk = new PersonDesk({ builtIn: loadBuiltIn, fromModel: loadOperatorsModel }, (message) =>
  scope.postMessage(message),
)

scope.addEventListener('message', (event: MessageEvent<ToPersonWorker>) => {
  void desk.handle(event.data)
})
