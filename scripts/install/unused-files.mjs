import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What npm unpacks and nothing here reads: neither hub nor build, no test and no type check. It is more than a third of
 * what a start would keep on disk. Another version of a package may need another choice: a build that misses a file fails.
 * @type {Readonly<Record<string, RegExp>>} paths inside of the package
 */
export const unusedFiles = {
  // Of these we import the ES modules.
  '@chakra-ui/react': /^dist\/cjs\//,
  '@ffmpeg/core': /^dist\/umd\//,
  'chrono-node': /^(dist\/cjs|src)\//,
  kysely: /^dist\/cjs\//,
  // But what the reader of films asks Node for.
  mediabunny: /^(dist\/bundles\/(?!mediabunny\.node\.cjs)|src\/)/,
  stripe: /^cjs\//,
  // Their own sources, and a manual.
  ai: /^(docs|src)\//,
  zod: /^src\//,
  // Icons by other names, and such as are chosen when it runs.
  'lucide-react': /^dynamic|\.(prefixed|suffixed)\.d\.ts$/,
  // SQLite's own source, for systems without a ready binary: the install has compiled it by then.
  '@photostructure/sqlite': /^src\/upstream\//,
  // Of its ways to compute (WebGPU, WebGL, WebNN ...) we import `onnxruntime-web/wasm`.
  'onnxruntime-web': /^dist\/(?!ort\.wasm\.|ort-wasm-simd-threaded\.(mjs|wasm)$).*\.(js|mjs|wasm)$/,
}

/**
 * @param {string} name of a package
 * @param {string} path of a file in it, with forward slashes
 */
export function isUnused(name, path) {
  // Source maps are for debuggers only.
  return path.endsWith('.map') || Boolean(unusedFiles[name]?.test(path))
}

/**
 * Removes them from an install of ours. npm does not miss them, and `npm ci` brings them back.
 * @param {string} modules a folder node_modules
 */
export function removeUnusedFiles(modules) {
  for (const entry of readdirSync(modules, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue
    const names = entry.name.startsWith('@') ? readdirSync(join(modules, entry.name)) : ['']
    for (const name of names.map((part) => (part === '' ? entry.name : `${entry.name}/${part}`))) {
      removeUnusedOf(name, join(modules, name))
    }
  }
}

/**
 * @param {string} name of the package
 * @param {string} folder
 * @param {string} [below] the path so far, with forward slashes
 */
function removeUnusedOf(name, folder, below = '') {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const [path, full] = [`${below}${entry.name}`, join(folder, entry.name)]
    if (entry.name === 'node_modules' && entry.isDirectory()) removeUnusedFiles(full)
    else if (entry.isDirectory()) removeUnusedOf(name, full, `${path}/`)
    else if (entry.isFile() && isUnused(name, path)) rmSync(full)
  }
}
