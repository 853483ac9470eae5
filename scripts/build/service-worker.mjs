import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.mjs'

const entry = 'src/service-worker/service-worker.ts'
/** At the root of the site: a worker answers for what lies beside and below it. */
const built = 'service-worker.js'
const page = 'index.html'

/** Kept once a browser has loaded them, since only one with cameras does: what names people takes 20 MB. */
const lateFile = /^assets\/(ort-wasm|ssdlite)[\w.-]*\.(wasm|onnx)$/
/** Converts a clip where somebody asks for that: 32 MB that nothing waits for without the hub. */
const neverKept = /^assets\/ffmpeg-core[\w.-]*$/

/**
 * @typedef {object} AppFiles what the worker keeps
 * @property {string} version of all of them together
 * @property {string[]} files paths, without the page itself
 * @property {string[]} lateFiles
 */

/**
 * Lists a built app, writes its version into the page, and builds the worker that keeps both.
 * @param {string} appDir
 */
export async function buildServiceWorker(appDir) {
  const app = appFilesOf(appDir)
  const html = readFileSync(join(appDir, page), 'utf8')
  writeFileSync(join(appDir, page), withVersion(html, app.version))
  const { build } = await import('vite')
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    define: { __APP_FILES__: JSON.stringify(app) },
    build: {
      outDir: appDir,
      emptyOutDir: false,
      target: 'es2022',
      // Not every browser takes modules for service workers.
      rollupOptions: { input: join(root, entry), output: { format: 'iife', entryFileNames: built } },
    },
  })
}

/**
 * @param {string} appDir
 * @returns {AppFiles}
 */
export function appFilesOf(appDir) {
  const all = readdirSync(appDir, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) =>
      join(file.parentPath, file.name)
        .slice(appDir.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((name) => !name.startsWith('.') && name !== built)
    .sort()
  const hash = createHash('sha256')
  for (const name of all) hash.update(`\n${name} `).update(contentOf(appDir, name))
  const kept = all.filter((name) => name !== page && !neverKept.test(name))
  return {
    version: hash.digest('hex').slice(0, 12),
    files: kept.filter((name) => !lateFile.test(name)).map((name) => `/${name}`),
    lateFiles: kept.filter((name) => lateFile.test(name)).map((name) => `/${name}`),
  }
}

/**
 * The name of an asset holds a hash of its content; reading 50 MB again would add nothing.
 * @param {string} appDir
 * @param {string} name
 */
function contentOf(appDir, name) {
  if (name.startsWith('assets/')) return ''
  const content = readFileSync(join(appDir, name))
  return name === page ? withoutVersion(content.toString('utf8')) : content
}

const versionTag = /\s*<meta name="nightjar-version" content="[0-9a-f]*" \/>/

/** @param {string} html */
function withoutVersion(html) {
  return html.replace(versionTag, '')
}

/**
 * @param {string} html
 * @param {string} version
 */
function withVersion(html, version) {
  return withoutVersion(html).replace('</title>', `</title>\n    <meta name="nightjar-version" content="${version}" />`)
}
