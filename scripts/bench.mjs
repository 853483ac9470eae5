import { run, toolEnv } from './command.mjs'
import { Failure } from './failure.mjs'
import { withProgress } from './progress.mjs'

/**
 * Builds one bench and runs it with the user's arguments; the kernels are there already.
 * @param {'kernels' | 'browser' | 'detect'} name
 * @param {string[]} args
 */
export async function bench(name, args) {
  const built = await withProgress(`Building the bench`, () =>
    run(process.execPath, [
      'node_modules/vite/bin/vite.js',
      ...['build', '--ssr', `bench/${name}/main.ts`, '--outDir', `dist/bench/${name}`, '--logLevel', 'warn'],
    ]),
  )
  if (built !== 0) throw new Failure('The bench could not be built; the reason is above.')
  const env = name === 'browser' ? { ...toolEnv(), ...(await browserAndCamera()) } : toolEnv()
  process.exitCode = await run(process.execPath, ['--expose-gc', `dist/bench/${name}/main.js`, ...args], { env })
}

/** What the browser bench needs of this machine: a Chromium, and a file of 720p that plays as its camera. */
async function browserAndCamera() {
  const { findBrowser } = await import('./browser.mjs')
  const { cachedFootage } = await import('./footage.mjs')
  return {
    CHROME_PATH: await findBrowser(),
    BENCH_CAMERA: await cachedFootage({ width: 1280, height: 720, fps: 15, seconds: 3, scenario: 'still' }),
  }
}
