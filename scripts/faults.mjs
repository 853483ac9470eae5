import { buildPrograms } from './build/program.mjs'
import { run, toolEnv } from './command-line/command.mjs'

/** What is built: the fault injection, and the tool that compares rows with files after each round. */
const programs = [
  { entry: 'tests/faults/main.ts', outDir: 'dist/faults' },
  { entry: 'server/hub-check.ts', outDir: 'dist/hub-check' },
]

/**
 * Builds the fault injection and runs it with the user's arguments; app and hub are built already.
 * @param {string[]} args
 */
export async function faults(args) {
  await buildPrograms('the fault injection', programs)
  const env = { ...toolEnv(), ...(wantsBrowser(args) ? await browserEnv() : {}) }
  process.exitCode = await run(process.execPath, ['dist/faults/main.js', ...args], { env })
}

/**
 * The other kinds of faults need neither a browser nor footage.
 * @param {string[]} args
 */
function wantsBrowser(args) {
  const only = args.findIndex((arg) => /^--only(=|$)/.test(arg))
  return only === -1 || /browser|freeze|live|offline-start/.test(`${args[only]} ${args[only + 1]}`)
}

async function browserEnv() {
  const { findBrowser } = await import('./browser.mjs')
  const { cachedFootage } = await import('./footage.mjs')
  return {
    CHROME_PATH: await findBrowser(),
    FAULTS_CAMERA: await cachedFootage({ fps: 15, seconds: 20, scenario: 'walk', quietSec: 1, walkSec: 18 }),
  }
}
