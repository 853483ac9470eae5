import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown, type UserConfig } from 'vite'
import { filesOfMany } from './scripts/build/files-of-many.mjs'
import { loadedBefore } from './scripts/build/loaded-before.mjs'

/** SharedArrayBuffer needs an isolated page; the hub sends the same two headers (ENG-01). */
const isolationHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
}

/** On a slow machine the bundler would tell how long it took, and of that what plugins did. */
const checks = { bundlerTimings: false }

/** Files of the app that are made before all others. */
type Groups = Rolldown.CodeSplittingGroup[]

const app = (groups: Groups): UserConfig => ({
  plugins: [react(), loadedBefore()],
  worker: { format: 'es' },
  build: {
    outDir: 'dist/app',
    // scripts/build/budget.mjs reads what each screen needs from it.
    manifest: true,
    target: 'es2022',
    // A data: URL could not be fetched under the hub's content security policy.
    assetsInlineLimit: (file: string) => (file.endsWith('.wasm') ? false : undefined),
    rollupOptions: {
      checks,
      // Chakra's own configuration of everything is made by this call; unused, it brings in every recipe there is.
      treeshake: { manualPureFunctions: ['defineConfig', 'defineRecipe', 'defineSlotRecipe'] },
      output: {
        codeSplitting: {
          groups: [
            // React changes seldom: a chunk of its own stays in the browser's cache over new versions of ours.
            { name: 'react', test: /rolldown\/runtime|node_modules\/(react|react-dom|scheduler)\// },
            // Else each icon that several screens show is a file, and a request, of 200 bytes.
            { name: 'shared-icons', test: /node_modules\/lucide-react\//, minShareCount: 3 },
            ...groups,
          ],
        },
      },
    },
  },
  server: {
    headers: isolationHeaders,
    proxy: Object.fromEntries(
      ['/v1', '/media', '/healthz', '^/s/'].map((path) => [
        path,
        // Live view is a WebSocket below /v1.
        { target: `http://localhost:${process.env['HUB_PORT'] ?? '8080'}`, ws: path === '/v1' },
      ]),
    ),
  },
  preview: { headers: isolationHeaders },
})

/** `vite build` makes the app, `vite build --ssr` the hub; `scripts/run.mjs` calls both. */
export default defineConfig(async ({ command, isSsrBuild }) => {
  if (isSsrBuild) {
    return {
      build: {
        ssr: true,
        rollupOptions: { checks, input: 'server/main.ts' },
        outDir: 'dist/hub',
        target: 'node20',
        sourcemap: true,
        copyPublicDir: false,
      },
    }
  }
  return app(command === 'build' ? await filesOfMany(app([])) : [])
})
