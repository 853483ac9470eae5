import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import * as ort from 'onnxruntime-web/wasm'

/** The WASM runtime of the browser, in Node, on one thread. */
export async function loadOnnxRuntime(): Promise<typeof ort> {
  const file = createRequire(import.meta.url).resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm')
  ort.env.wasm.wasmBinary = new Uint8Array(await readFile(file)).buffer
  ort.env.wasm.numThreads = 1
  return ort
}
