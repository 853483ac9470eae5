import { build } from 'vite'
import { Failure } from '../command-line/failure.mjs'

/**
 * @typedef {Pick<import('vite').Rolldown.OutputChunk, 'fileName' | 'isEntry' | 'isDynamicEntry' | 'facadeModuleId' | 'moduleIds' | 'imports'>} Chunk
 * @typedef {import('vite').Rolldown.CodeSplittingGroup} Group
 */

const screen = /\/src\/screens\/(?<name>[^/]+)\/index\.tsx$/
const login = /\/src\/screens\/login\/index\.tsx$/
const signedIn = /\/src\/app\/signed-in\.ts$/
/** Late parts that come a moment after every screen. */
const behindScreens =
  /\/src\/(app\/(notices|shell\/(mode-control|navigation-sheet|passkey-offer)|version\/kept-app)|state\/(live\/live-line|shell\/version-moments))\.tsx?$/
/** And what each camera's tab loads, which is a weak laptop's. */
const inCameraTabs = /\/src\/state\/live\/live-cameras\.ts$/
/** As many late parts share what is worth a file for all of them: what dialogs stand in. */
const MANY_LATE_PARTS = 3

/**
 * Puts together what comes together anyway. By itself the bundler makes a file for each set of parts that need the same: a
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
 * The file of each module that is put together with others:
 *
 * - with what at least a third of the screens behind the guard need (`screens`), apart by what needs it outside the guard;
 * - with what no screen needs at once, but all have a moment later or many late parts share (`behind-screens`);
 * - with what one screen shares with late parts alone (`cameras-and-more`).
 *
 * No file imports one that imports it, since whoever needs a module needs its imports: so what the guard's own file needs
 * stays out of those that import the guard.
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

  /** @param {Chunk} chunk */
  const fileFor = ({ fileName, isDynamicEntry }) => {
    if (page.has(fileName)) return null
    const users = parts.filter(({ files }) => files.has(fileName))
    const its = screens.filter((part) => users.includes(part))
    const outside = users.filter((part) => open.includes(part))
    // The bundler takes a small one into the guard's file, or leaves it alone: now this way, now that.
    if (ofGuard.has(fileName) && outside.length === 0) return null
    const isBehindScreens = users.some(({ source }) => behindScreens.test(source))
    if (!ofGuard.has(fileName) && !users.some(({ source }) => screen.test(source))) {
      const isShared = users.length >= MANY_LATE_PARTS && !isDynamicEntry
      if (!isBehindScreens && !isShared) return null
      return outside.length > 0 ? 'behind-all-screens' : 'behind-screens'
    }
    if (isDynamicEntry) return null
    if (its.length >= screens.length / 3) {
      if (outside.some(({ source }) => login.test(source))) return 'all-screens'
      return outside.length > 0 ? 'screens-and-more' : 'screens'
    }
    const isOfOneScreen = its.length === 1 && users.length > 1 && outside.length === 0
    // What comes behind all screens, or films, would bring the rest of that file along.
    const isElsewhere = isBehindScreens || users.some(({ source }) => inCameraTabs.test(source))
    if (!isOfOneScreen || isElsewhere) return null
    return `${screen.exec(its[0]?.source ?? '')?.groups?.['name']}-and-more`
  }

  /** @type {Map<string, string>} */
  const found = new Map()
  for (const chunk of chunks) {
    const file = fileFor(chunk)
    if (file !== null) for (const id of chunk.moduleIds) found.set(id, file)
  }
  return found
}
