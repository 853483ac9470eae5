import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What npm unpacks and nothing here reads: neither hub nor build, no test and no type check. It is more than a third of
 * what a start would keep on disk. A package's next version may need another choice: a test tells where one of these is
 * gone, and a build that misses a file fails.
 * @type {Readonly<Record<string, RegExp>>} paths inside of the package
 */
export const unusedFiles = {
  // We import the ES module.
  '@ffmpeg/core': /^dist\/umd\//,
  // SQLite's own source, for systems without a ready binary: the install has compiled it by then.
  '@photostructure/sqlite': /^src\/upstream\//,
  // Of its ways to compute (WebGPU, WebGL, WebNN ...) we import `onnxruntime-web/wasm`.
  'onnxruntime-web': /^dist\/(?!ort\.wasm\.|ort-wasm-simd-threaded\.(mjs|wasm)$).*\.(js|mjs|wasm)$/,
}

/** For debuggers only. */
const sourceMap = /\.map$/

/**
 * Removes them from an install of ours. npm does not miss them, and `npm ci` brings them back.
 * @param {string} modules a folder node_modules
 */
export function removeUnusedFiles(modules) {
  for (const [name, unused] of Object.entries(unusedFiles)) removeMatching(join(modules, name), unused)
  removeMatching(modules, sourceMap)
}

/**
 * @param {string} folder
 * @param {RegExp} pattern
 * @param {string} [below] the path so far, with forward slashes
 */
function removeMatching(folder, pattern, below = '') {
  if (!existsSync(folder)) return
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = `${below}${entry.name}`
    if (entry.isDirectory()) removeMatching(join(folder, entry.name), pattern, `${path}/`)
    else if (entry.isFile() && pattern.test(path)) rmSync(join(folder, entry.name))
  }
}
