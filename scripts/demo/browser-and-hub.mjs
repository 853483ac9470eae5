import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser, launchFlags, withCamera } from '../browser.mjs'
import { clearedAway } from '../command-line/stopped.mjs'
import { HubProcess } from './hub-process.mjs'

/**
 * Runs something with a hub on a temporary folder and a browser whose camera plays a film. Neither they nor the folder,
 * which has a secret, outlive it.
 * @param {{ name: string, footage: string, env?: NodeJS.ProcessEnv }} options env: of the hub
 * @param {(browser: import('@playwright/test').Browser, hub: HubProcess) => Promise<void>} use
 */
export async function withBrowserAndHub({ name, footage, env = {} }, use) {
  const executablePath = await findBrowser()
  const { chromium } = await import('@playwright/test')
  const dataDir = mkdtempSync(join(tmpdir(), `nightjar-${name}-`))
  const hub = new HubProcess({ dataDir, env })
  /** @type {import('@playwright/test').Browser | undefined} */
  let browser
  const work = async () => {
    // Its own answer to a signal is to end this process.
    const own = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false }
    browser = await chromium.launch({ executablePath, args: withCamera(launchFlags, footage), ...own })
    await hub.start()
    await use(browser, hub)
  }
  await clearedAway(work, async () => {
    await browser?.close()
    await hub.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
}
