import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const compress = promisify(gzip)

/** Pictures and fonts are compressed in themselves. */
const compressible = /\.(html|js|svg|wasm|webmanifest)$/
/** It is passed on apart (scripts/release/archives.mjs); few ask for it, and it would take 10 MB more of a hub's disk. */
const leftAlone = /^ffmpeg-core/
/** It goes in one packet as it is. */
const LEAST_BYTES = 1024

/**
 * Puts beside each file of a built app what goes over the network instead (server/http/app-files.ts): compressed once
 * here, as budgets count it (UI-05), and not by the hub for each that asks.
 * @param {string} appDir whose list of files is made (service-worker.mjs)
 */
export async function compressFiles(appDir) {
  const files = readdirSync(appDir, { recursive: true, withFileTypes: true })
    .filter(({ name }) => compressible.test(name) && !leftAlone.test(name))
    .map(({ parentPath, name }) => join(parentPath, name))
  await Promise.all(files.map(compressFile))
}

/** @param {string} file */
async function compressFile(file) {
  const content = readFileSync(file)
  if (content.length < LEAST_BYTES) return
  writeFileSync(`${file}.gz`, await compress(content, { level: 9 }))
}
