import wasmUrl from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url'
import * as ort from 'onnxruntime-web/wasm'
import { openOnnxDetector } from '../person/onnx/onnx-detector'
import type { PersonDetector } from '../person/person-detector'
import type { PersonModel } from '../person/person-protocol'
import { modelBytes } from './person-model-file'

/** The operator's model on ONNX Runtime from our own server, on one thread. Rejects with a sentence for the operator. */
export async function loadOnnxDetector({ url, inputSize, classIndex }: PersonModel): Promise<PersonDetector> {
  // Whole: it would be looked for beside the runtime's own script.
  ort.env.wasm.wasmPaths = { wasm: new URL(wasmUrl, location.href).href }
  // Other threads would take what the cameras need; and they would start from a blob, which the policy forbids.
  ort.env.wasm.numThreads = 1
  ort.env.wasm.proxy = false
  const opened = await openOnnxDetector(ort, { modelBytes: await modelBytes(url), inputSize, classIndex })
  if (opened.kind === 'failed') throw new Error(opened.message)
  return opened.detector
}
