import { relative, sep } from 'node:path'
import { build } from 'vite'
import { programs } from '../command/programs.mjs'
import { Failure } from '../command-line/failure.mjs'

/** They stay packages: a binary for each system, which is found beside its code, and what the thread that reads films loads by name. */
export const KEPT = ['@photostructure/sqlite', 'mediabunny']

/** Asked for by a package that does without it, and here only for what tests need. */
const LEFT_OUT = ['supports-color']

/**
 * Builds the hub and its tools with their packages inside, as npm takes seconds for each thousand files that it unpacks.
 * @param {string} root
 * @param {string} outDir emptied before
 * @returns {Promise<string[]>} paths of the packages that are in them, relative to the project, with forward slashes
 */
export async function bundlePrograms(root, outDir) {
  const input = Object.fromEntries(Object.values(programs).map(({ entry, built }) => [nameOf(built), entry]))
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: [...KEPT, ...LEFT_OUT] },
    build: {
      ssr: true,
      target: 'node20',
      outDir,
      emptyOutDir: true,
      copyPublicDir: false,
      reportCompressedSize: false,
      rollupOptions: {
        input,
        output: {
          // Beside the hub, whose programs are each in a folder of their own.
          entryFileNames: '[name].js',
          chunkFileNames: 'hub/[name]-[hash].js',
          // Else what another package must find in place, as `reflect-metadata`, may run after it.
          strictExecutionOrder: true,
        },
      },
    },
  })
  const chunks = [built].flat().flatMap((result) => ('output' in result ? result.output : []))
  const bundled = new Set()
  for (const chunk of chunks) {
    if (chunk.type !== 'chunk')
      throw new Failure(`${chunk.fileName} is no program: an archive has no place for it yet.`)
    for (const id of chunk.moduleIds) {
      const path = packagePath(relative(root, id).split(sep).join('/'))
      if (path !== null) bundled.add(path)
    }
  }
  return [...bundled].sort()
}

/** @param {string} built as dist/hub/main.js */
function nameOf(built) {
  return built.replace(/^dist\//, '').replace(/\.js$/, '')
}

/** @param {string} file */
function packagePath(file) {
  return /^node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? null
}
