import { resolve } from 'node:path'
import { build } from 'vite'
import { linkLargeAssets } from '../../../scripts/build/linked-assets.mjs'

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
      // Not what it took.
      rollupOptions: { checks: { bundlerTimings: false } },
      assetsInlineLimit: (file) => (file.endsWith('.wasm') ? false : undefined),
    },
  })
  linkLargeAssets(resolve(outDir, 'assets'))
  return outDir
}
