import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The compiled kernels are kept in git: they are small, change seldom, and their compiler is 100 MB that only those need
 * who change them. A test compiles them anew and compares every byte.
 */
export const compiledFolder = 'src/engine/motion/compiled'
export const kernelTargets = ['threads', 'plain', 'scalar']
export const kernelFiles = [
  ...kernelTargets.map((target) => `motion.${target}.wasm`),
  // All three have the same face.
  'motion.threads.js',
  'motion.threads.d.ts',
]

/** Says what the files beside it were compiled from. */
export const kernelStamp = `${compiledFolder}/made-from.txt`

/**
 * One hash over all that the compiled kernels depend on; comments are not of it.
 * @param {string} folder the project's
 */
export function hashOfKernels(folder) {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  const compiler = ['assemblyscript', 'binaryen'].map((name) => packages[`node_modules/${name}`].version)
  const hash = createHash('sha256').update(JSON.stringify(compiler))
  for (const name of ['asconfig.json', ...sourcesBelow(folder)]) {
    const code = readFileSync(join(folder, name), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    hash.update(`\n${name}\n${code}`)
  }
  return hash.digest('hex')
}

/** @param {string} folder */
function sourcesBelow(folder) {
  return readdirSync(join(folder, 'assembly'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `assembly/${name.replaceAll('\\', '/')}`)
    .sort()
}
