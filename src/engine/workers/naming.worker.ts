import type { ToNamingWorker } from '../naming/naming-protocol'
import { NamingDesk } from './naming-desk'
import { compiledRuntime, loadBuiltIn, loadOperatorsModel } from './naming-onnx'

const scope = self as unknown as DedicatedWorkerGlobalScope

const loaders = { builtIn: loadBuiltIn, fromModel: loadOperatorsModel, runtime: compiledRuntime }
const desk = new NamingDesk(loaders, (message) => scope.postMessage(message))

scope.addEventListener('message', (event: MessageEvent<ToNamingWorker>) => {
  void desk.handle(event.data)
})
