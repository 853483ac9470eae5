import { build } from 'vite'
import { Failure } from '../command-line/failure.mjs'

/**
 * @typedef {Pick<import('vite').Rolldown.OutputChunk, 'fileName' | 'isEntry' | 'isDynamicEntry' | 'facadeModuleId' | 'moduleIds' | 'imports'>} Chunk
 * @typedef {import('vite').Rolldown.CodeSplittingGroup} Group
 */

const screen = /\/src\/screens\/[^/]+\/index\.tsx$/
const login = /\/src\/screens\/login\/index\.tsx$/
const signedIn = /\/src\/app\/signed-in\.ts$/

/**
 * Puts together what most screens load anyway. By itself the bundler makes a file for each set of parts that need the same: a
 * screen came in 70, most of them smaller than 2 kB, and each is a request. So the app is bundled once to learn who needs
 * what.
 * @param {import('vite').InlineConfig} config of the app
 * @returns {Promise<Group[]>}
 */
export async function filesOfMany(config) {
  const options = { ...config.build, write: false, minify: false }
  const bundle = await build({ ...config, configFile: false, logLevel: 'error', build: options })
  if (!('output' in bundle)) throw new Failure('The app is bundled to one folder only.')
  const files = togetherBy(bundle.output.filter((output) => output.type === 'chunk'))
  return [...new Set(files.values())].map((name) => ({
    name,
    test: (id) => files.get(id) === name,
    // Each of those stands where as many need it.
    includeDependenciesRecursively: false,
  }))
}

/**
 * The file of each module that is put together with others: with what at least half of the screens behind the guard need,
 * apart by what needs it outside the guard. No file imports one that imports it, since whoever needs a module needs its
 * imports: so what the guard's own file needs stays out of those that import the guard.
 * @param {readonly Chunk[]} chunks
 * @returns {Map<string, string>}
 */
export function togetherBy(chunks) {
  const named = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const guard = chunks.find(({ moduleIds }) => moduleIds.some((id) => signedIn.test(id)))
  if (guard === undefined) throw new Failure('No file holds src/app/signed-in.ts: has it moved?')

  /** @param {Chunk} chunk @param {Set<string>} [seen] */
  const loadedWith = (chunk, seen = new Set()) => {
    if (seen.has(chunk.fileName)) return seen
    seen.add(chunk.fileName)
    for (const file of chunk.imports) {
      const imported = named.get(file)
      if (imported) loadedWith(imported, seen)
    }
    return seen
  }
  const ofGuard = loadedWith(guard)
  const page = new Set(chunks.filter(({ isEntry }) => isEntry).flatMap((chunk) => [...loadedWith(chunk)]))
  const parts = chunks
    .filter(({ isDynamicEntry }) => isDynamicEntry)
    .map((chunk) => ({ source: chunk.facadeModuleId ?? '', files: loadedWith(chunk) }))
  const open = parts.filter(({ files }) => !files.has(guard.fileName))
  const screens = parts.filter(({ source, files }) => files.has(guard.fileName) && screen.test(source))

  /** @type {Map<string, string>} */
  const found = new Map()
  for (const { fileName, isDynamicEntry, moduleIds } of chunks) {
    const isNeededBy = (/** @type {typeof parts[number]} */ { files }) => files.has(fileName)
    const isOfMost = screens.filter(isNeededBy).length >= screens.length / 2
    const others = open.filter(isNeededBy)
    // The bundler takes a small one into the guard's file, or leaves it alone: now this way, now that.
    const isBeforeGuard = ofGuard.has(fileName) && others.length === 0
    if (!isOfMost || isDynamicEntry || page.has(fileName) || isBeforeGuard) continue
    const isOfLogin = others.some(({ source }) => login.test(source))
    const name = isOfLogin ? 'all-screens' : others.length > 0 ? 'screens-and-more' : 'screens'
    for (const id of moduleIds) found.set(id, name)
  }
  return found
}
