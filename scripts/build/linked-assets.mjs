import { existsSync, linkSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { root } from '../root.mjs'

/** What the app serves as it comes: Vite copies it under a name of its own. */
const originals = [
  'node_modules/@ffmpeg/core/dist/esm/ffmpeg-core.wasm',
  'node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.wasm',
  'src/engine/naming/coco/ssdlite-mobilenet-v2.onnx',
]

/**
 * Makes a build's copies of large files links to their originals, so that each is on the disk once.
 * @param {string} assets the folder of the built files
 * @param {readonly string[]} [files]
 */
export function linkLargeAssets(assets, files = originals.map((file) => join(root, file))) {
  for (const original of files.filter((file) => existsSync(file))) {
    const copy = readdirSync(assets).find((name) => isNamedAfter(name, original))
    if (copy !== undefined) replaceByLink(join(assets, copy), original)
  }
}

/**
 * `name-HASH.wasm` is made of `name.wasm`.
 * @param {string} name
 * @param {string} original
 */
function isNamedAfter(name, original) {
  const extension = extname(original)
  const stem = basename(original, extension)
  return (
    name.startsWith(`${stem}-`) && name.endsWith(extension) && name.length === `${stem}-12345678${extension}`.length
  )
}

/**
 * @param {string} copy
 * @param {string} original
 */
function replaceByLink(copy, original) {
  if (statSync(copy).ino === statSync(original).ino || !readFileSync(copy).equals(readFileSync(original))) return
  const link = `${copy}.link`
  try {
    rmSync(link, { force: true })
    linkSync(original, link)
    renameSync(link, copy)
  } catch {
    // Another file system, or one without links: the copy serves as well.
    rmSync(link, { force: true })
  }
}
