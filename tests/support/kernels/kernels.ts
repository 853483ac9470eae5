import { readFile } from 'node:fs/promises'
import type { KernelBuild, LoadedKernels } from '../../../src/engine/motion/kernels'
import { loadKernels } from '../../../src/engine/motion/kernels'

export const kernelBuilds: readonly KernelBuild[] = ['threads', 'plain', 'scalar']

/** The built kernels on a fresh memory, loaded as the worker does but from the file. */
export function loadBuild(build: KernelBuild): Promise<LoadedKernels> {
  return loadKernels(build, kernelModule)
}

export async function kernelModule(build: KernelBuild): Promise<WebAssembly.Module> {
  const file = new URL(`../../../src/engine/motion/compiled/motion.${build}.wasm`, import.meta.url)
  return WebAssembly.compile(new Uint8Array(await readFile(file)))
}
