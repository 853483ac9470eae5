import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import asc from 'assemblyscript/asc'

/** Kernels that only the bench has: the limit, and the difference without SIMD. Addresses are bytes. */
export interface LimitKernels {
  /** Folds two planes by exclusive or; `count` is a multiple of 64. */
  readonly readTwoStreams: (a: number, b: number, count: number) => number
  readonly scalarSumAbsoluteDifference: (a: number, b: number, count: number) => number
}

const entry = 'bench/kernels/assembly/limits.ts'

/** As the product's kernels are compiled; no configuration file, since its entries would be added to ours. */
const settings = [
  '-O3',
  '--noAssert',
  '--runtime',
  'stub',
  '--enable',
  'simd',
  '--enable',
  'threads',
  '--importMemory',
  '--sharedMemory',
  '--initialMemory',
  '16',
  '--maximumMemory',
  '4096',
]

/** Compiles the bench's own kernels, some 3 s, onto the memory of the product's. */
export async function compileLimits(memory: WebAssembly.Memory): Promise<LimitKernels> {
  const { exports } = await WebAssembly.instantiate(await WebAssembly.compile(await compile()), { env: { memory } })
  return {
    readTwoStreams: kernelOf(exports, 'readTwoStreams'),
    scalarSumAbsoluteDifference: kernelOf(exports, 'scalarSumAbsoluteDifference'),
  }
}

async function compile(): Promise<Uint8Array<ArrayBuffer>> {
  let binary: Uint8Array<ArrayBuffer> | null = null
  const { error, stderr } = await asc.main([entry, '--outFile', 'limits.wasm', ...settings], {
    readFile: (name) => (name.endsWith('asconfig.json') ? null : readText(name)),
    writeFile: (name, contents) => {
      if (name === 'limits.wasm' && typeof contents !== 'string') binary = new Uint8Array(contents)
    },
    listFiles: () => null,
  })
  if (error !== null) throw new Error(`The bench's own kernels do not compile: ${stderr.toString()}`)
  if (binary === null) throw new Error('The compiler of the bench wrote nothing.')
  return binary
}

async function readText(name: string): Promise<string | null> {
  return readFile(resolve(process.cwd(), name), 'utf8').catch(() => null)
}

function kernelOf(exports: WebAssembly.Exports, name: string): (a: number, b: number, count: number) => number {
  const kernel = exports[name]
  if (typeof kernel !== 'function') throw new Error(`The bench's own kernels lack ${name}.`)
  // Unsigned, as the product's bindings give it.
  return (a, b, count) => Number(kernel(a, b, count)) >>> 0
}
