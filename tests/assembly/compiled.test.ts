import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compiledFolder, hashOfKernels, kernelFiles, kernelStamp, kernelTargets } from '../../scripts/build/kernels.mjs'
import { root } from '../../scripts/root.mjs'

const COMPILING_LIMIT_MS = 120_000

describe('the compiled kernels', () => {
  let made = ''
  beforeAll(async () => {
    made = await mkdtemp(join(tmpdir(), 'nightjar-kernels-'))
    const asc = join(root, 'node_modules/assemblyscript/bin/asc.js')
    const compile = (target: string) => {
      const outFile = join(made, `motion.${target}.wasm`)
      const args = [asc, '--config', 'asconfig.json', '--target', target, '--outFile', outFile]
      return promisify(execFile)(process.execPath, args, { cwd: root, timeout: COMPILING_LIMIT_MS })
    }
    await Promise.all(kernelTargets.map(compile))
  }, COMPILING_LIMIT_MS)
  afterAll(() => rm(made, { recursive: true, force: true }))

  it.each(kernelFiles)('%s is what assembly/ gives, byte for byte', async (name) => {
    const [kept, anew] = await Promise.all(
      [join(root, compiledFolder), made].map((folder) => readFile(join(folder, name))),
    )
    expect(Buffer.compare(kept ?? Buffer.of(), anew ?? Buffer.of()), `${name} is old: npm run build`).toBe(0)
  })

  it('say what they were made from, so that a change of it is compiled', async () => {
    expect((await readFile(join(root, kernelStamp), 'utf8')).trim()).toBe(hashOfKernels(root))
  })
})
