import { join } from 'node:path'
import { budgetTable, builtBudget } from './budget.mjs'
import { run } from './command.mjs'
import { Failure } from './failure.mjs'
import { withProgress } from './progress.mjs'
import { root } from './root.mjs'
import { hashSources, isFresh, removeStamp, writeStamp } from './stamp.mjs'

/**
 * @typedef {object} Part
 * @property {string} title
 * @property {string[]} sources what the result depends on; a change makes it stale
 * @property {string[]} [facts]
 * @property {string[]} outputs
 * @property {string[][]} commands Node scripts with their arguments, run side by side
 * @property {() => void} [report] says what came of it
 */

const vite = 'node_modules/vite/bin/vite.js'
const asc = 'node_modules/assemblyscript/bin/asc.js'
const everywhere = ['package-lock.json', 'tsconfig.base.json', 'scripts/build.mjs']
const kernelTargets = ['threads', 'plain', 'scalar']
const kernelSources = ['assembly', 'asconfig.json']

/** @type {Record<'kernels' | 'openCv' | 'app' | 'hub', Part>} */
const parts = {
  kernels: {
    title: 'Compiling the motion kernels',
    sources: [...everywhere, ...kernelSources],
    outputs: kernelTargets.flatMap((target) =>
      ['wasm', 'js', 'd.ts'].map((extension) => `dist/kernels/motion.${target}.${extension}`),
    ),
    commands: kernelTargets.map((target) => [asc, '--config', 'asconfig.json', '--target', target]),
  },
  openCv: {
    title: 'Preparing OpenCV',
    sources: [...everywhere, 'scripts/opencv.mjs'],
    outputs: ['dist/opencv/opencv.js', 'dist/opencv/opencv.wasm'],
    commands: [['scripts/opencv.mjs']],
  },
  app: {
    title: 'Building the app',
    sources: [
      ...everywhere,
      ...kernelSources,
      'scripts/opencv.mjs',
      ...['src', 'index.html', 'public', 'vite.config.ts', 'tsconfig.json'],
      ...['.env', '.env.local', '.env.production', '.env.production.local'],
    ],
    facts: Object.entries(process.env)
      .filter(([name]) => name.startsWith('VITE_'))
      .map(([name, value]) => `${name}=${value}`)
      .sort(),
    outputs: ['dist/app/index.html', 'dist/app/.vite/manifest.json'],
    commands: [[vite, 'build', '--logLevel', 'warn']],
    report: () => console.log(budgetTable(builtBudget(join(root, 'dist', 'app')))),
  },
  hub: {
    title: 'Building the hub',
    sources: [...everywhere, 'server', 'src/contract', 'src/lib', 'vite.config.ts'],
    outputs: ['dist/hub/main.js'],
    commands: [[vite, 'build', '--ssr', 'server/main.ts', '--logLevel', 'warn']],
  },
}

/** What the app and the hub are made of. */
export const builtFrom = [...parts.app.sources, ...parts.hub.sources]

/** The kernels come first everywhere: app, type check and tests import them. So does what the app has of OpenCV. */
export async function ensureKernels({ force = false } = {}) {
  await ensure('kernels', force)
  await ensure('openCv', force)
}

/** Builds what is missing or older than its sources; everything with `force`. */
export async function ensureBuilt({ force = false } = {}) {
  await ensureKernels({ force })
  // Both are let finish, so that a failure of one does not leave the other's tool running behind the message.
  const results = await Promise.allSettled([ensure('app', force), ensure('hub', force)])
  for (const result of results) {
    if (result.status === 'rejected') throw result.reason
  }
}

/**
 * @param {keyof typeof parts} name
 * @param {boolean} force
 */
async function ensure(name, force) {
  const part = parts[name]
  const stamp = join(root, 'dist', '.stamps', name)
  // Taken before the build: a file saved while it runs makes the result stale, as it should.
  const hash = hashSources(root, part.sources, part.facts)
  const outputs = part.outputs.map((file) => join(root, file))
  if (!force && isFresh(stamp, hash, outputs)) return

  removeStamp(stamp)
  await withProgress(part.title, async () => {
    const codes = await Promise.all(part.commands.map((command) => run(process.execPath, command)))
    if (codes.some((code) => code !== 0)) throw new Failure(`${part.title} failed; the reason is above.`)
  })
  part.report?.()
  writeStamp(stamp, hash)
}
