import { basename, dirname, join } from 'node:path'
import { requireApiBase } from './build/api-base.mjs'
import { budgetTable, builtBudget } from './build/budget.mjs'
import { compressFiles } from './build/compressed-files.mjs'
import { compiledFolder, hashOfKernels, kernelFiles, kernelStamp, kernelTargets } from './build/kernels.mjs'
import { linkLargeAssets } from './build/linked-assets.mjs'
import { buildServiceWorker } from './build/service-worker.mjs'
import { hashSources, isFresh, removeStamp, writeStamp } from './build/stamp.mjs'
import { run } from './command-line/command.mjs'
import { Failure } from './command-line/failure.mjs'
import { withProgress } from './command-line/progress.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './root.mjs'

/**
 * @typedef {object} Part
 * @property {string} title
 * @property {() => string} hash of what the result depends on; a change makes it stale
 * @property {string} [stamp] where the hash is kept, if not among the others
 * @property {string[]} outputs
 * @property {string[][]} commands Node scripts with their arguments, run side by side
 * @property {import('./install.mjs').Level} [level] what must be installed for them, if not only what running needs
 * @property {() => void | Promise<void>} [finish]
 */

const vite = 'node_modules/vite/bin/vite.js'
const asc = 'node_modules/assemblyscript/bin/asc.js'
const everywhere = ['package-lock.json', 'tsconfig.base.json', 'scripts/build.mjs']

const appSources = [
  ...everywhere,
  'src',
  'index.html',
  'public',
  'vite.config.ts',
  'tsconfig.json',
  ...['loaded-before', 'files-of-many', 'service-worker', 'linked-assets', 'compressed-files'].map(
    (name) => `scripts/build/${name}.mjs`,
  ),
  '.env',
  '.env.local',
  '.env.production',
  '.env.production.local',
]

const hubSources = [...everywhere, 'server', 'src/contract', 'src/lib', 'vite.config.ts']

/** What the app and the hub are made of. */
export const builtFrom = [...appSources, ...hubSources]

function appFacts() {
  return Object.entries(process.env)
    .filter(([name]) => name.startsWith('VITE_'))
    .map(([name, value]) => `${name}=${value}`)
    .sort()
}

/** @type {Record<'kernels' | 'app' | 'hub', Part>} */
const parts = {
  kernels: {
    title: 'Compiling the motion kernels',
    hash: () => hashOfKernels(root),
    stamp: kernelStamp,
    outputs: kernelFiles.map((name) => `${compiledFolder}/${name}`),
    commands: kernelTargets.map((target) => [asc, '--config', 'asconfig.json', '--target', target]),
    level: 'everything',
    finish: () => console.log(`Commit what changed in ${compiledFolder} with the sources.`),
  },
  app: {
    title: 'Building the app',
    hash: () => hashSources(root, appSources, appFacts()),
    outputs: ['dist/app/index.html', 'dist/app/.vite/manifest.json', 'dist/app/service-worker.js'],
    commands: [[vite, 'build', '--logLevel', 'warn']],
    finish: async () => {
      await buildServiceWorker(join(root, 'dist', 'app'))
      linkLargeAssets(join(root, 'dist', 'app', 'assets'))
      await compressFiles(join(root, 'dist', 'app'))
      console.log(budgetTable(builtBudget(join(root, 'dist', 'app'))))
    },
  },
  hub: {
    title: 'Building the hub',
    hash: () => hashSources(root, hubSources),
    outputs: ['dist/hub/main.js'],
    commands: [[vite, 'build', '--ssr', 'server/main.ts', '--logLevel', 'warn']],
  },
}

/** They come first everywhere: app, type check and tests import them. */
export async function ensureKernels() {
  // What is kept in git is made anew only where it is old: a hub's machine has no compiler for it.
  await ensure('kernels', parts.kernels, false)
}

/** Builds what is missing or older than its sources; everything with `force`. */
export async function ensureBuilt({ force = false } = {}) {
  requireApiBase(process.env['VITE_API_BASE'])
  await ensureKernels()
  // Both are let finish, so that a failure of one does not leave the other's tool running behind the message.
  const results = await Promise.allSettled([ensure('app', parts.app, force), ensure('hub', parts.hub, force)])
  for (const result of results) {
    if (result.status === 'rejected') throw result.reason
  }
}

/**
 * Builds a program beside the hub, of the same sources, where it is older than these: whoever may only read the clone can
 * run what is built.
 * @param {string} what as in 'the check of the hub'
 * @param {{ entry: string, built: string }} program
 */
export async function ensureProgram(what, { entry, built }) {
  const command = [vite, 'build', '--ssr', entry, '--outDir', dirname(built), '--logLevel', 'warn']
  const part = { title: `Building ${what}`, hash: parts.hub.hash, outputs: [built], commands: [command] }
  await ensure(basename(built, '.js'), part, false)
}

/**
 * @param {string} name of its stamp
 * @param {Part} part
 * @param {boolean} force
 */
async function ensure(name, part, force) {
  const stamp = join(root, part.stamp ?? `dist/.stamps/${name}`)
  // Taken before the build: a file saved while it runs makes the result stale, as it should.
  const hash = part.hash()
  const outputs = part.outputs.map((file) => join(root, file))
  if (!force && isFresh(stamp, hash, outputs)) return

  if (part.level) await ensureInstalled(part.level)
  removeStamp(stamp)
  await withProgress(part.title, async () => {
    const codes = await Promise.all(part.commands.map((command) => run(process.execPath, command)))
    if (codes.some((code) => code !== 0)) throw new Failure(`${part.title} failed; the reason is above.`)
  })
  await part.finish?.()
  writeStamp(stamp, hash)
}
