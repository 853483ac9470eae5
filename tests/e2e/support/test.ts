import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { HubProcess } from '../../../scripts/demo/hub-process.mjs'
import { emptyHub } from './empty-hub'

interface Fixtures {
  /** The built hub with nothing in it. */
  hub: HubProcess
  /** A new signed-out browser profile whose pages are watched for trouble. */
  openBrowser: () => Promise<Page>
  /** Whether its user saves data: what is not shown is not loaded either, which is a quarter of what a page costs. */
  savesData: boolean
  /** Everything that should not happen in a page: errors, CSP violations, unhandled rejections. */
  trouble: string[]
}

export interface WorkerFixtures {
  /** Whether cameras look for people, animals and vehicles: that is a third of what a camera's page costs that films a walk. */
  areThingsNamed: boolean
  /** A process and a data folder for the tests of a worker: to start a hub takes as long as a short test. */
  workerHub: HubProcess
}

/** For a hub whose cameras tell of motion and of nothing else. */
export const namesNothing = { PERSON_MODEL: 'none' } as const

/** A machine that is busy with other tests starts a hub slowly. */
export const HUB_START_LIMIT_MS = 60_000

export const test = base.extend<Fixtures, WorkerFixtures>({
  areThingsNamed: [true, { option: true, scope: 'worker' }],
  workerHub: [
    async ({ areThingsNamed }, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'nightjar-e2e-'))
      const env = areThingsNamed ? {} : namesNothing
      const hub = new HubProcess({ dataDir, env, startLimitMs: HUB_START_LIMIT_MS })
      await hub.start()
      await use(hub)
      await hub.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 2 * HUB_START_LIMIT_MS },
  ],
  hub: async ({ workerHub }, use) => {
    emptyHub(workerHub.dataDir)
    await use(workerHub)
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for the pattern
  trouble: async ({}, use) => {
    await use([])
  },
  savesData: [true, { option: true }],
  openBrowser: async ({ browser, savesData, trouble }, use) => {
    const contexts: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext()
      contexts.push(context)
      if (savesData) await context.addInitScript(saveData)
      const page = await context.newPage()
      watch(page, trouble)
      return page
    })
    for (const context of contexts) await context.close()
  },
})

/** Runs in the page: Playwright has no setting for it. */
function saveData(): void {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
}

/** Browsers log CSP violations and failed requests as console errors; unhandled rejections come as page errors. */
function watch(page: Page, trouble: string[]): void {
  page.on('pageerror', (error) => trouble.push(`page error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') trouble.push(`console error: ${message.text()} (${message.location().url})`)
  })
}

export { expect }
