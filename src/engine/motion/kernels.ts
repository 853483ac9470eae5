import { instantiate } from './compiled/motion.threads.js'

/** The kernels of assembly/, typed by the compiler's own bindings; all builds have the same face. */
export type Kernels = Awaited<ReturnType<typeof instantiate>>

/**
 * `threads` on shared memory, `plain` on memory of its own, and `scalar` without SIMD for browsers that lack it. The
 * caller knows how to fetch them (a URL in the worker, a file in tests).
 */
export type KernelBuild = 'threads' | 'plain' | 'scalar'
export type LoadKernelModule = (build: KernelBuild) => Promise<WebAssembly.Module>

/** Must match asconfig.json. */
const INITIAL_PAGES = 16
const MAXIMUM_PAGES = 4096
const PAGE_BYTES = 65_536

export interface LoadedKernels {
  readonly kernels: Kernels
  readonly memory: WebAssembly.Memory
  readonly build: KernelBuild
}

/** One instance on one memory: shared where the page is isolated, plain where it is not (ENG-01). */
export async function loadKernels(build: KernelBuild, load: LoadKernelModule): Promise<LoadedKernels> {
  const memory = new WebAssembly.Memory({
    initial: INITIAL_PAGES,
    maximum: MAXIMUM_PAGES,
    shared: build === 'threads',
  })
  const imports = { env: { memory } }
  return { kernels: await instantiate(await load(build), imports), memory, build }
}

/** Grows the memory so that it holds `bytes`; false when the limit is reached. */
export function ensureMemory(memory: WebAssembly.Memory, bytes: number): boolean {
  const missing = bytes - memory.buffer.byteLength
  if (missing <= 0) return true
  try {
    memory.grow(Math.ceil(missing / PAGE_BYTES))
    return true
  } catch {
    return false
  }
}
