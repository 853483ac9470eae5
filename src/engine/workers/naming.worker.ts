import type { ToNamingWorker } from '../naming/naming-protocol'
import { NamingDesk } from './naming-desk'
import { loadBuiltIn, loadOperatorsModel } from './naming-onnx'

const scope = self as unknown as DedicatedWorkerGlobalScope

const desk = new NamingDesk({ builtIn: loadBuiltIn, fromModel: loadOperatorsModel }, (message) =>
  scope.postMessage(message),
)

scope.addEventListener('message', (event: MessageEvent<ToNamingWorker>) => {
  void desk.handle(event.data)
})
