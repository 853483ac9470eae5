import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { hashSources, readStamp, removeStamp, writeStamp } from './build/stamp.mjs'
import { run } from './command-line/command.mjs'
import { Failure } from './command-line/failure.mjs'
import { withProgress } from './command-line/progress.mjs'
import { removeUnusedFiles } from './install/unused-files.mjs'
import { root } from './root.mjs'

/**
 * @typedef {'running' | 'everything'} Level `running` is what building and running need, `dependencies` of package.json;
 * `everything` is that and what only tests, benches and checks need, `devDependencies`
 *
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {boolean} [dev]
 * @property {boolean} [optional]
 * @property {boolean} [devOptional]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 */

/**
 * Installs the packages of package-lock.json unless they are there already.
 * @param {Level} [level]
 */
export async function ensureInstalled(level = 'everything') {
  const modules = join(root, 'node_modules')
  const stamp = join(modules, '.install-stamp')
  const machine = `${process.platform}-${process.arch}-node${process.versions.node.split('.')[0]}`
  const versions = `${machine} ${hashSources(root, ['package.json', 'package-lock.json'])}`
  const found = readStamp(stamp)
  if (serves(found, versions, level)) return

  if (mayBeByHand(found, machine, level) && matchesLockfile(root, level)) {
    writeStamp(stamp, `${versions} ${level}`)
    return
  }
  // Whoever had everything, with versions of before, goes on working with everything.
  const wanted = found?.endsWith(' everything') ? 'everything' : level
  removeStamp(stamp)
  await withProgress(`Installing ${whatFor[wanted]} (the first time this takes a minute or so)`, () =>
    installPackages(wanted),
  )
  if (wanted === 'running') removeUnusedFiles(modules)
  writeStamp(stamp, `${versions} ${wanted}`)
}

/** @type {Record<Level, string>} */
const whatFor = { running: 'the packages', everything: 'the packages, with those for tests and benches' }

/**
 * Whether a stamp vouches for these versions at this level or a higher one.
 * @param {string | undefined} stamp
 * @param {string} versions
 * @param {Level} level
 */
export function serves(stamp, versions, level) {
  return stamp === `${versions} everything` || stamp === `${versions} ${level}`
}

/**
 * Whether a developer's own `npm install` is as good as ours: without a stamp, or with one from this machine. After a start
 * it is not for everything: npm brings no file back that a start removed from a package, and its record has none of that.
 * @param {string | undefined} stamp
 * @param {string} machine
 * @param {Level} level
 */
export function mayBeByHand(stamp, machine, level) {
  if (stamp === undefined) return true
  return stamp.startsWith(`${machine} `) && !(level === 'everything' && stamp.endsWith(' running'))
}

/**
 * Whether node_modules holds every package of the lockfile in its version, going by npm's own record of what it put there.
 * @param {string} folder
 * @param {Level} level
 */
export function matchesLockfile(folder, level) {
  const record = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const installed = readJson(record).packages
  const manifest = readJson(join(folder, 'package.json'))
  const lockfile = readJson(join(folder, 'package-lock.json')).packages
  return Object.entries(lockfile).every(([path, locked]) => {
    if (path === '') return wants(locked) === wants(manifest)
    if (level === 'running' && locked.dev) return true
    const there = installed[path]
    return there ? there.version === locked.version : Boolean(locked.optional ?? locked.devOptional)
  })
}

/** @param {LockedPackage} manifest */
function wants({ dependencies = {}, devDependencies = {} }) {
  return JSON.stringify([dependencies, devDependencies].map((list) => Object.entries(list).sort()))
}

/**
 * @param {string} file
 * @returns {LockedPackage & { packages: Record<string, LockedPackage> }}
 */
function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** @param {Level} level */
async function installPackages(level) {
  const { file, args, shell } = npmCommand()
  // Said outright: NODE_ENV=production or an omit setting of the user would change it.
  const kinds = level === 'everything' ? ['--include=dev'] : ['--omit=dev']
  const code = await run(file, [...args, 'ci', ...kinds, '--include=optional'], { shell }).catch(() => {
    throw new Failure('npm was not found; install Node.js with npm from https://nodejs.org and try again.')
  })
  if (code !== 0) {
    throw new Failure(`Installing the packages failed (npm ci ended with ${code}); npm's reason is above.`)
  }
}

/** npm's own script under this Node where it can be found: `npm.cmd` on Windows cannot be spawned without a shell. */
function npmCommand() {
  const nodeFolder = dirname(process.execPath)
  const scripts = [
    process.env['npm_execpath'] ?? '',
    resolve(nodeFolder, 'node_modules/npm/bin/npm-cli.js'),
    resolve(nodeFolder, '../lib/node_modules/npm/bin/npm-cli.js'),
  ]
  const script = scripts.find((path) => /npm-cli\.c?js$/.test(path) && existsSync(path))
  if (script) return { file: process.execPath, args: [script], shell: false }
  return { file: 'npm', args: [], shell: process.platform === 'win32' }
}
