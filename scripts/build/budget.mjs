import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Failure } from '../command-line/failure.mjs'

/**
 * @typedef {object} ManifestChunk the part of Vite's manifest that is read
 * @property {string} file
 * @property {string} [name]
 * @property {boolean} [isEntry]
 * @property {boolean} [isDynamicEntry]
 * @property {string[]} [imports]
 *
 * @typedef {Record<string, ManifestChunk>} Manifest
 * @typedef {{ screen: string, files: string[], bytes: number, limitBytes: number }} Row
 */

/** Bytes of gzipped JavaScript that may stand between a person and a picture (UI-05). */
export const limits = { signInBytes: 180_000, screenBytes: 280_000 }

/** Each file is a request, and time on a weak laptop. */
export const mostFiles = 25

const page = 'index.html'
/** Screens that show without the signed-in part. */
const openScreens = ['login', 'verification-code', 'pair', 'verify', 'not-found']
const screens = /^src\/screens\/([^/]+)\/index\.tsx$/
/**
 * What each screen costs the first time: the page and its screen, each with everything it imports statically. A guarded
 * one imports what signed-in people need (loaded-before.mjs). What is imported on demand (the person detector, ffmpeg) is
 * not needed to show it.
 * @param {Manifest} manifest
 * @param {(file: string) => number} gzippedBytes
 * @returns {Row[]}
 */
export function budgetOf(manifest, gzippedBytes) {
  const found = Object.keys(manifest).flatMap((name) => screens.exec(name)?.[1] ?? [])
  if (found.length === 0) throw new Failure('The manifest of the build names no screen: has src/screens moved?')
  const signedIn = Object.values(manifest).find(({ name }) => name === 'signed-in')
  return found.map((screen) => {
    const roots = [page, `src/screens/${screen}/index.tsx`]
    const files = [...new Set(roots.flatMap((name) => [...filesOf(manifest, name)]))]
    if (!openScreens.includes(screen) && !files.some((file) => file === signedIn?.file)) {
      throw new Failure(`${screen} does not import what signed-in people need: what it costs cannot be told.`)
    }
    return {
      screen,
      files,
      bytes: files.reduce((sum, file) => sum + gzippedBytes(file), 0),
      limitBytes: screen === 'login' ? limits.signInBytes : limits.screenBytes,
    }
  })
}

/**
 * A chunk's file and those of everything it imports statically.
 * @param {Manifest} manifest
 * @param {string} name
 * @param {Set<string>} [seen]
 * @returns {Set<string>}
 */
function filesOf(manifest, name, seen = new Set()) {
  const chunk = manifest[name]
  if (!chunk) throw new Failure(`The manifest of the build lacks ${name}.`)
  if (seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, seen)
  return seen
}

/**
 * The budget of a built app.
 * @param {string} appDir
 * @returns {Row[]}
 */
export function builtBudget(appDir) {
  const manifestFile = join(appDir, '.vite', 'manifest.json')
  if (!existsSync(manifestFile)) throw new Failure(`There is no ${manifestFile}: build the app first.`)
  /** @type {Map<string, number>} */
  const sizes = new Map()
  return budgetOf(JSON.parse(readFileSync(manifestFile, 'utf8')), (file) => {
    const bytes = sizes.get(file) ?? gzipSync(readFileSync(join(appDir, file))).length
    sizes.set(file, bytes)
    return bytes
  })
}

/**
 * @param {Row[]} rows
 * @returns {string}
 */
export function budgetTable(rows) {
  const lines = [...rows]
    .sort((a, b) => a.bytes - b.bytes)
    .map(({ screen, files, bytes, limitBytes }) => {
      const verdict = bytes > limitBytes ? '  too much' : ''
      return `  ${screen.padEnd(18)} ${kilobytes(bytes)} of ${kilobytes(limitBytes)} kB in ${files.length} files${verdict}`
    })
  return ['JavaScript to show a screen, gzipped:', ...lines].join('\n')
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return (bytes / 1000).toFixed(1).padStart(6)
}
