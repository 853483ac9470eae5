import { run, toolEnv } from './command.mjs'
import { Failure } from './failure.mjs'
import { withProgress } from './progress.mjs'

/**
 * Builds the fault injection and runs it with the user's arguments; app and hub are built already.
 * @param {string[]} args
 */
export async function faults(args) {
  const { findBrowser } = await import('./browser.mjs')
  const { cachedFootage } = await import('./footage.mjs')
  const built = await withProgress('Building the fault injection', () =>
    run(process.execPath, [
      'node_modules/vite/bin/vite.js',
      ...['build', '--ssr', 'tests/faults/main.ts', '--outDir', 'dist/faults', '--logLevel', 'warn'],
    ]),
  )
  if (built !== 0) throw new Failure('The fault injection could not be built; the reason is above.')
  const env = {
    ...toolEnv(),
    CHROME_PATH: await findBrowser(),
    FAULTS_CAMERA: await cachedFootage({ fps: 15, seconds: 20, scenario: 'walk', quietSec: 1, walkSec: 18 }),
  }
  process.exitCode = await run(process.execPath, ['dist/faults/main.js', ...args], { env })
}
