import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { removeUnusedFiles, unusedFiles } from '../../../scripts/install/unused-files.mjs'
import { root } from '../../../scripts/root.mjs'

describe('what a start leaves of its packages', () => {
  let modules = ''
  const put = async (name: string) => {
    await mkdir(dirname(join(modules, name)), { recursive: true })
    await writeFile(join(modules, name), '')
  }
  const isThere = (name: string) => existsSync(join(modules, name))

  beforeEach(async () => {
    modules = await mkdtemp(join(tmpdir(), 'nightjar-modules-'))
  })
  afterEach(() => rm(modules, { recursive: true }))

  it.each([
    '@chakra-ui/react/dist/cjs/index.cjs',
    '@ffmpeg/core/dist/umd/ffmpeg-core.wasm',
    'chrono-node/dist/cjs/index.js',
    '@photostructure/sqlite/src/upstream/sqlite3.c',
    'ai/docs/index.mdx',
    'kysely/dist/cjs/index.js',
    'lucide-react/dynamicIconImports.d.mts',
    'lucide-react/dist/lucide-react.prefixed.d.ts',
    'mediabunny/dist/bundles/mediabunny.cjs',
    'stripe/cjs/stripe.cjs.node.js',
    'zod/src/index.ts',
    'onnxruntime-web/dist/ort-wasm-simd-threaded.jsep.wasm',
    'onnxruntime-web/dist/ort.all.bundle.min.mjs',
    'onnxruntime-web/dist/ort.webgl.js',
    'react/index.js.map',
    'one/node_modules/two/lib/deep.mjs.map',
  ])('is without %s', async (name) => {
    await put(name)
    removeUnusedFiles(modules)
    expect(isThere(name)).toBe(false)
  })

  it.each([
    '@chakra-ui/react/dist/types/index.d.ts',
    '@ffmpeg/core/dist/esm/ffmpeg-core.wasm',
    'chrono-node/dist/esm/index.js',
    '@photostructure/sqlite/dist/index.js',
    'ai/dist/index.d.ts',
    'kysely/dist/esm/index.js',
    // Node asks for it in the tests of the screens.
    'lucide-react/dist/cjs/lucide-react.js',
    'lucide-react/dist/lucide-react.d.ts',
    'mediabunny/dist/bundles/mediabunny.node.cjs',
    'mediabunny/dist/modules/src/index.js',
    'stripe/esm/stripe.esm.node.js',
    'zod/v4/mini/index.js',
    'onnxruntime-web/dist/ort-wasm-simd-threaded.wasm',
    'onnxruntime-web/dist/ort.wasm.bundle.min.mjs',
    'onnxruntime-web/types.d.ts',
    'another/dist/umd/index.js',
    'another/map.js',
    '.package-lock.json',
  ])('has %s', async (name) => {
    await put(name)
    removeUnusedFiles(modules)
    expect(isThere(name)).toBe(true)
  })

  it('has whatever the product, its benches and its tests import of the packages that lose files', () => {
    const imported = [
      '@chakra-ui/react',
      'chrono-node/en',
      '@ffmpeg/core',
      '@ffmpeg/core/wasm',
      '@photostructure/sqlite',
      'ai',
      'kysely',
      'lucide-react',
      'mediabunny',
      'stripe',
      'zod',
      'zod/mini',
      'onnxruntime-web/wasm',
      'onnxruntime-web/ort-wasm-simd-threaded.wasm',
    ]
    const print = `console.log(JSON.stringify(${JSON.stringify(imported)}.map((one) => import.meta.resolve(one))))`
    const resolved = execFileSync(process.execPath, ['--input-type=module', '-e', print], {
      cwd: root,
      encoding: 'utf8',
    })
    const files: string[] = JSON.parse(resolved)
    for (const [name, unused] of Object.entries(unusedFiles)) {
      const paths = files.flatMap((file) => file.split(`/node_modules/${name}/`)[1] ?? [])
      expect(paths).not.toEqual([])
      expect(paths.filter((path) => unused.test(path))).toEqual([])
    }
  })

  it('names packages that are installed', () => {
    const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(Object.keys(unusedFiles)))
  })
})
