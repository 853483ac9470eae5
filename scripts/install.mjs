import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { run } from './command.mjs'
import { Failure } from './failure.mjs'
import { withProgress } from './progress.mjs'
import { root } from './root.mjs'
import { hashSources, readStamp, removeStamp, writeStamp } from './stamp.mjs'

/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {boolean} [optional]
 * @property {boolean} [devOptional]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 */

/** Installs the packages of package-lock.json unless they are there already. */
export async function ensureInstalled() {
  const stamp = join(root, 'node_modules', '.install-stamp')
  const machine = `${process.platform}-${process.arch}-node${process.versions.node.split('.')[0]}`
  const wanted = `${machine} ${hashSources(root, ['package.json', 'package-lock.json'])}`
  const found = readStamp(stamp)
  if (found === wanted) return

  // Without a stamp, or with one from this machine, a developer's own `npm install` is as good as ours.
  const fromThisMachine = found === undefined || found.startsWith(`${machine} `)
  if (fromThisMachine && matchesLockfile(root)) {
    writeStamp(stamp, wanted)
    return
  }
  removeStamp(stamp)
  await withProgress('Installing packages (the first time this takes a minute or two)', installPackages)
  writeStamp(stamp, wanted)
}

/**
 * Whether node_modules holds every package of the lockfile in its version, going by npm's own record of what it put there.
 * @param {string} folder
 */
export function matchesLockfile(folder) {
  const record = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const installed = readJson(record).packages
  const manifest = readJson(join(folder, 'package.json'))
  const lockfile = readJson(join(folder, 'package-lock.json')).packages
  return Object.entries(lockfile).every(([path, locked]) => {
    if (path === '') return wants(locked) === wants(manifest)
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

async function installPackages() {
  const { file, args, shell } = npmCommand()
  // NODE_ENV=production or an omit setting of the user would leave out the tools that build the app.
  const code = await run(file, [...args, 'ci', '--include=dev', '--include=optional'], { shell }).catch(() => {
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
