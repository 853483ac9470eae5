import gpuScriptUrl from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.mjs?url'
import gpuWasmUrl from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm?url'
import scriptUrl from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url'
import wasmUrl from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url'
import type * as Ort from 'onnxruntime-web/wasm'
import modelUrl from '../../../../src/engine/naming/coco/ssdlite-mobilenet-v2.onnx?url'
import type { LooksTaken, LookWay, OpenedLooks } from '../../harness/look-figures'

/** What the page asks, one thing after the other; each is answered once. */
export type ToLooksWorker =
  | { readonly kind: 'open'; readonly way: LookWay }
  | { readonly kind: 'look'; readonly looks: number }

const SIDE_PX = 300

/** A runtime and its session; `ort` makes the tensors of its kind. */
interface Opened {
  readonly ort: typeof Ort
  readonly session: Ort.InferenceSession
}

let opened: Opened | null = null

self.addEventListener('message', ({ data }: MessageEvent<ToLooksWorker>) => {
  const answer = data.kind === 'open' ? open(data.way) : look(data.looks)
  answer.then(
    (reply) => self.postMessage(reply),
    (error: unknown) => self.postMessage({ kind: 'failed', message: String(error) }),
  )
})

async function open(way: LookWay): Promise<OpenedLooks> {
  const startedMs = performance.now()
  const isGpu = way === 'webgpu'
  const ort: typeof Ort = isGpu ? await import('onnxruntime-web/webgpu') : await import('onnxruntime-web/wasm')
  const whole = (url: string) => new URL(url, location.href).href
  // A script of our own server: threads start from it, where they would start from this worker's own otherwise.
  ort.env.wasm.wasmPaths = { wasm: whole(isGpu ? gpuWasmUrl : wasmUrl), mjs: whole(isGpu ? gpuScriptUrl : scriptUrl) }
  ort.env.wasm.numThreads = way === 'threads-2' ? 2 : 1
  ort.env.wasm.proxy = false
  const answer = await fetch(whole(modelUrl))
  const model = new Uint8Array(await answer.arrayBuffer())
  const session = await ort.InferenceSession.create(model, { executionProviders: [isGpu ? 'webgpu' : 'wasm'] })
  opened = { ort, session }
  const scores = await run(opened)
  return { kind: 'opened', openMs: performance.now() - startedMs, scores: [...scores] }
}

async function look(looks: number): Promise<LooksTaken> {
  if (opened === null) throw new Error('Nothing is open.')
  const tookMs: number[] = []
  for (let i = 0; i < looks; i++) {
    const startedMs = performance.now()
    await run(opened)
    tookMs.push(performance.now() - startedMs)
  }
  return { kind: 'looked', tookMs }
}

/** Over a picture that is the same each time; the cost does not depend on what it shows. */
async function run({ ort, session }: Opened): Promise<Float32Array> {
  const picture = new ort.Tensor('uint8', pixels, [1, SIDE_PX, SIDE_PX, 4])
  const { scores } = await session.run({ picture })
  const data = await scores?.getData()
  if (!(data instanceof Float32Array)) throw new Error('The network answers otherwise than it was made to.')
  return data
}

const pixels = Uint8Array.from({ length: 4 * SIDE_PX * SIDE_PX }, (_, i) => {
  const [pixel, colour] = [Math.floor(i / 4), i % 4]
  const [x, y] = [pixel % SIDE_PX, Math.floor(pixel / SIDE_PX)]
  if (colour === 3) return 255
  const isInside = Math.hypot((x - 150) / 50, (y - 150) / 120) < 1
  return isInside ? 200 - 40 * colour : (x + y * (colour + 1)) % 128
})
