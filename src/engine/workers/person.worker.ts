import type { ToPersonWorker } from '../person/person-protocol'
import { PersonDesk } from './person-desk'
import { loadOpenCv } from './person-opencv'

const scope = self as unknown as DedicatedWorkerGlobalScope

const desk = new PersonDesk(
  {
    async builtIn() {
      const { hogDetector } = await import('../person/hog/hog-detector')
      return hogDetector(await loadOpenCv())
    },
    async fromModel(model) {
      const { loadOnnxDetector } = await import('./person-onnx')
      return loadOnnxDetector(model)
    },
  },
  (message) => scope.postMessage(message),
)

scope.addEventListener('message', (event: MessageEvent<ToPersonWorker>) => {
  void desk.handle(event.data)
})
