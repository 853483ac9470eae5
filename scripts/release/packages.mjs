import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { Failure } from '../command-line/failure.mjs'
import { isUnused } from '../install/unused-files.mjs'

/**
 * @typedef {object} InstalledPackage
 * @property {string} name
 * @property {string} version
 * @property {string} path of its folder, relative to the project, with forward slashes
 *
 * @typedef {object} Manifest the part of a package.json that is read
 * @property {string} name
 * @property {string} version
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {Record<string, string>} [peerDependencies]
 * @property {Record<string, { optional?: boolean }>} [peerDependenciesMeta]
 */

/** What is imported, also late; types are not there when it runs. */
const imports = [/^(?:import|export)\s+(?!type\s)[^'";]*?from '([^'.][^']*)'/gm, /\bimport\('([^'.][^']*)'\)(?![.}])/g]
/** What the reader of films asks Node for. */
const requires = [/createRequire\([^)]*\)\(\s*'([^'.][^']*)'/g]

/**
 * What sources load of packages, by `import` and by `require`, as they say it.
 * @param {string} root
 * @param {readonly string[]} folders of sources
 */
function loadedBy(root, folders) {
  const texts = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|mjs)$/.test(name))
      .map((name) => readFileSync(join(root, folder, name), 'utf8')),
  )
  const found = (/** @type {readonly RegExp[]} */ patterns) => {
    const all = texts.flatMap((text) => patterns.flatMap((pattern) => [...text.matchAll(pattern)]))
    const specifiers = all.map(([, specifier = '']) => specifier.replace(/\?.*$/, ''))
    return [...new Set(specifiers)].filter((one) => !one.startsWith('node:') && !builtinModules.includes(one)).sort()
  }
  return { imported: found(imports), required: found(requires) }
}

/**
 * The packages that sources load.
 * @param {string} root
 * @param {readonly string[]} folders
 * @returns {string[]}
 */
export function importedPackages(root, folders) {
  const { imported, required } = loadedBy(root, folders)
  return [...new Set([...imported, ...required].map(packageOf))].sort()
}

/** @param {string} specifier */
function packageOf(specifier) {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

/**
 * Packages and all that they need, as they are installed, each found from where it is asked for, as Node does.
 * @param {string} root
 * @param {readonly string[]} names
 * @returns {InstalledPackage[]}
 */
export function withDependencies(root, names) {
  /** @type {Map<string, InstalledPackage>} */
  const found = new Map()
  /** @param {string} path */
  const visit = (path) => {
    if (found.has(path)) return
    const manifest = manifestOf(root, path)
    found.set(path, { name: manifest.name, version: manifest.version, path })
    for (const { name, isOptional } of needsOf(manifest)) {
      const next = resolvePackage(root, path, name)
      if (next !== null) visit(next)
      else if (!isOptional)
        throw new Failure(`${path} needs ${name}, which is not installed. Run npm ci and try again.`)
    }
  }
  for (const name of names) {
    const path = resolvePackage(root, '', name)
    if (path === null) throw new Failure(`${name} is imported, but not installed. Run npm ci and try again.`)
    visit(path)
  }
  return [...found.values()].sort((one, other) => (one.path < other.path ? -1 : 1))
}

/** Types are for compilers, and headers of C for those of the ready binary. */
const NOT_RUN = /^(@types\/|node-addon-api$)/

/**
 * @param {Manifest} manifest
 * @returns {{ name: string, isOptional: boolean }[]}
 */
function needsOf({ dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} }) {
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true)
  const needs = [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers]
  return [...new Set(needs)]
    .filter((name) => !NOT_RUN.test(name))
    .map((name) => ({ name, isOptional: name in optionalDependencies }))
}

/**
 * @param {string} root
 * @param {string} from path of the package that asks; '' for the project
 * @param {string} name
 * @returns {string | null}
 */
function resolvePackage(root, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (existsSync(join(root, path, 'package.json'))) return path
    if (folder === '') return null
  }
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {Manifest}
 */
function manifestOf(root, path) {
  return JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'))
}

/** What only people, compilers and debuggers read. A licence stays, whatever it is called. */
const NOT_READ =
  /\.(map|ts|mts|cts|tsx|flow|markdown|md|html|ico|png|svg|ya?ml|tsbuildinfo)$|\.(test|spec|config)\.[cm]?js$|(^|\/)(\.[^/]+|tsconfig[^/]*\.json|binding\.gyp)$/i
const NOT_READ_FOLDERS = /(^|\/)(tests?|__tests__|docs|benchmarks?|examples?|\.github|\.vscode|coverage)\//
export const LICENCE_FILE = /(^|\/)(licen[cs]e|copying|notice|copyright)[^/]*$/i

/**
 * Of packages that bring the same code several times, the ways that nobody here takes.
 * @type {Readonly<Record<string, RegExp>>}
 */
const otherWays = {
  // SQLite itself is in the ready binaries, one for each system.
  '@photostructure/sqlite': /^(src|scripts)\//,
  // By `require`, under Node.
  mediabunny: /^(src|dist\/modules)\/|^dist\/bundles\/(?!mediabunny\.node\.cjs$)/,
}

/**
 * @param {string} name of a package
 * @param {string} path of a file in it, with forward slashes
 */
export function isShipped(name, path) {
  if (isUnused(name, path) || otherWays[name]?.test(path)) return false
  if (LICENCE_FILE.test(path) && !/\.(ts|map)$/.test(path)) return true
  return !NOT_READ.test(path) && !NOT_READ_FOLDERS.test(path)
}

/**
 * The files of a package that run, without the packages inside of it.
 * @param {string} root
 * @param {InstalledPackage} installed
 * @returns {{ path: string, from: string, bytes: number }[]} `path` below node_modules
 */
export function shippedFiles(root, { name, path }) {
  /** @param {string} below @returns {string[]} */
  const list = (below) =>
    readdirSync(join(root, path, below), { withFileTypes: true }).flatMap((entry) => {
      if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : list(`${below}${entry.name}/`)
      return entry.isFile() ? [`${below}${entry.name}`] : []
    })
  return list('')
    .filter((file) => isShipped(name, file))
    .map((file) => {
      const from = join(root, path, file)
      return { path: `${path.slice('node_modules/'.length)}/${file}`, from, bytes: statSync(from).size }
    })
}
