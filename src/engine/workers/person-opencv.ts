import scriptUrl from '../../../dist/opencv/opencv.js?url'
import wasmUrl from '../../../dist/opencv/opencv.wasm?url'
import { asOpenCv, type OpenCv } from '../person/hog/opencv'

type Receive = (instance: WebAssembly.Instance, module: WebAssembly.Module) => void

/** What scripts/build/opencv.mjs made of the package's script: OpenCV is made of it and of its WebAssembly. */
interface OpenCvScript {
  readonly default: (options: {
    instantiateWasm(imports: WebAssembly.Imports, receive: Receive): object
  }) => Promise<unknown>
}

/** OpenCV from our own server, 2.8 MB compressed; its heap is 128 MB. Rejects where a file does not come, or does not run here. */
export async function loadOpenCv(): Promise<OpenCv> {
  const script = (await import(/* @vite-ignore */ new URL(scriptUrl, location.href).href)) as OpenCvScript
  const loaded = await new Promise<unknown>((resolve, reject) => {
    const instantiateWasm = (imports: WebAssembly.Imports, receive: Receive) => {
      WebAssembly.instantiateStreaming(fetch(wasmUrl), imports).then(
        ({ instance, module }) => receive(instance, module),
        // OpenCV itself would wait for ever.
        reject,
      )
      return {}
    }
    script.default({ instantiateWasm }).then(resolve, reject)
  })
  const cv = asOpenCv(loaded)
  if (cv === null) throw new Error('This build of OpenCV lacks what finding people needs.')
  return cv
}
