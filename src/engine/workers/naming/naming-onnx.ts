import wasmUrl from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url'
import * as ort from 'onnxruntime-web/wasm'
import { openCocoDetector } from '../../naming/coco/coco-detector'
import builtInUrl from '../../naming/coco/ssdlite-mobilenet-v2.onnx?url'
import type { Detector } from '../../naming/detector'
import type { PersonModel } from '../../naming/naming-protocol'
import { openOnnxDetector } from '../../naming/onnx/onnx-detector'
import { modelBytes } from './person-model-file'

/** ONNX Runtime from our own server, on one thread. */
function runtime(): typeof ort {
  // Whole: it would be looked for beside the runtime's own script.
  ort.env.wasm.wasmPaths = { wasm: runtimeUrl() }
  // Two take four fifths of the time of one and half as much again of the processors, which a weak laptop has not.
  ort.env.wasm.numThreads = 1
  ort.env.wasm.proxy = false
  return ort
}

function runtimeUrl(): string {
  return new URL(wasmUrl, location.href).href
}

/** What ONNX Runtime has just been compiled to; comes from the browser's cache. */
export function compiledRuntime(): Promise<WebAssembly.Module> {
  return WebAssembly.compileStreaming(fetch(runtimeUrl()))
}

/** The detector that comes with us, 6.4 MB. Rejects where it does not come, or does not run here. */
export async function loadBuiltIn(): Promise<Detector> {
  const ort = runtime()
  // The model comes while the runtime is fetched and compiled: whoever moves now waits for the slower of the two.
  const [model] = await Promise.all([fetchedBuiltIn(), started(ort)])
  return openCocoDetector(ort, model)
}

async function fetchedBuiltIn(): Promise<Uint8Array> {
  const answer = await fetch(new URL(builtInUrl, location.href))
  if (!answer.ok) throw new Error(`The person model could not be fetched: the hub answered ${answer.status}.`)
  return new Uint8Array(await answer.arrayBuffer())
}

/** Fetches, compiles and starts the runtime, which does so only for a model: this one is none, and is refused after that. */
async function started(ort: typeof import('onnxruntime-web/wasm')): Promise<void> {
  const noModel = new Uint8Array([0])
  await ort.InferenceSession.create(noModel, { executionProviders: ['wasm'] }).catch(() => undefined)
}

/** The operator's model. Rejects with a sentence for the operator. */
export async function loadOperatorsModel({ url, inputSize, classIndex }: PersonModel): Promise<Detector> {
  const opened = await openOnnxDetector(runtime(), { modelBytes: await modelBytes(url), inputSize, classIndex })
  if (opened.kind === 'failed') throw new Error(opened.message)
  return opened.detector
}
