import { defineConfig } from '@playwright/test'
import { launchFlags, withCamera } from './scripts/browser.mjs'
import { cachedFootage } from './scripts/footage.mjs'
import { testFootage } from './tests/e2e/support/footage'
import type { WorkerFixtures } from './tests/e2e/support/test'

/** In the names of those that film in real time: they mostly wait for somebody to walk by and for a clip's end. */
const filming = '**/*.filming.spec.ts'

const footage = await cachedFootage(testFootage)

/**
 * What V8 does on other threads for code that will be run for long, which that of a screen is not: a twelfth of what the
 * screens' tests take.
 */
const forShortLives = ['--js-flags=--no-maglev,--no-opt']

/** The browser for one of the two projects, with a camera. */
function browserAt(executablePath: string | undefined, flags: readonly string[] = []) {
  const path = executablePath === undefined ? {} : { executablePath }
  return { launchOptions: { args: withCamera([...launchFlags, ...flags], footage), ...path } }
}

export default defineConfig<object, Pick<WorkerFixtures, 'areThingsNamed'>>({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // Two cores: what two cameras leave of them, which mostly wait, is enough for one test of the screens. One more at once is
  // no sooner done, and on a slow machine waits for its turn until its limits are over.
  workers: 3,
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  // A second try tells a fault of ours from one of the moment; Playwright names who needed it, as flaky, at the end.
  retries: 1,
  // What films comes first, so that nothing long is left for the end; more cameras at once would slow each other.
  projects: [
    {
      name: 'cameras',
      testMatch: filming,
      workers: 2,
      // Who tests it allows it: to load the detector takes 2 s of a core, its looks a third of what filming takes.
      use: { ...browserAt(process.env['CHROME_PATH']), areThingsNamed: false },
    },
    {
      name: 'screens',
      testIgnore: filming,
      use: {
        ...browserAt(process.env['CHROME_WINDOWLESS_PATH'], forShortLives),
        // What fades and slides is drawn sixty times a second: a tenth of what these take. In `cameras` it does.
        contextOptions: { reducedMotion: 'reduce' },
      },
    },
  ],
  use: {
    // A worker that keeps the app costs each new profile all of its files; who tests it allows it.
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    actionTimeout: 15_000,
  },
})
