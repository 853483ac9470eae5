import { defineConfig } from '@playwright/test'
import { launchFlags, withCamera } from './scripts/browser.mjs'
import { cachedFootage } from './scripts/footage.mjs'

/** An empty room, somebody walks through it, an empty room again; made by scripts/footage.mjs, repeated without end. */
const footage = await cachedFootage({ quietSec: 5, walkSec: 18, seconds: 26 })

const executablePath = process.env['CHROME_PATH']

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // Two cores: more browsers at once would only slow each other's cameras.
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  use: {
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    actionTimeout: 15_000,
    launchOptions: {
      args: withCamera(launchFlags, footage),
      ...(executablePath === undefined ? {} : { executablePath }),
    },
  },
})
