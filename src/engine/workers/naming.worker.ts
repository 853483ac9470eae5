import type { ToNamingWorker } from '../naming/naming-protocol'
import { compiledRuntime, loadBuiltIn, loadOperatorsModel } from './naming/naming-onnx'
import { NamingWorkerHost } from './naming/naming-worker-host'
import { scope } from './worker-scope'

const loaders = { builtIn: loadBuiltIn, fromModel: loadOperatorsModel, runtime: compiledRuntime }
const host = new NamingWorkerHost(loaders, (message) => scope.postMessage(message))

scope.addEventListener('message', (event: MessageEvent<ToNamingWorker>) => {
  void host.handle(event.data)
})
