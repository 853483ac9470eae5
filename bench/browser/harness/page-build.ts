import { resolve } from 'node:path'
import { build } from 'vite'

/** Builds the page with the engine as it stands in src; the folder to serve. */
export async function buildPage(): Promise<string> {
  const outDir = resolve(process.cwd(), 'dist/bench/browser-page')
  await build({
    configFile: false,
    root: resolve(process.cwd(), 'bench/browser/page'),
    logLevel: 'warn',
    worker: { format: 'es' },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      // Profiles show the names of functions.
      minify: false,
      assetsInlineLimit: (file) => (file.endsWith('.wasm') ? false : undefined),
    },
  })
  return outDir
}
