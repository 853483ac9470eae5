import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type LaunchOptions } from '@playwright/test'

/** A browser whose tabs are hidden by others in front. */
export interface TabbedBrowser {
  readonly context: BrowserContext
  close(): Promise<void>
}

/**
 * Starts Chromium as a person does. Playwright's own way of starting makes every page believe that it is in front,
 * which `noDefaults` leaves out.
 */
export async function openTabbedBrowser({ args = [], executablePath }: LaunchOptions): Promise<TabbedBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'nightjar-tabs-'))
  const flags = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, ...args, 'about:blank']
  const process = spawn(executablePath ?? chromium.executablePath(), flags, { stdio: ['ignore', 'ignore', 'pipe'] })
  const browser = await chromium.connectOverCDP(await debuggerUrl(process), { noDefaults: true })
  const [context] = browser.contexts()
  if (context === undefined) throw new Error('Chromium has no window.')
  return {
    context,
    async close() {
      const ended = new Promise((resolve) => process.once('exit', resolve))
      await (await browser.newBrowserCDPSession()).send('Browser.close')
      await ended
      // Its helpers may write a moment longer.
      rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}

function debuggerUrl(browser: ChildProcess): Promise<string> {
  let said = ''
  return new Promise((resolve, reject) => {
    browser.once('exit', () => reject(new Error(`Chromium ended:\n${said}`)))
    browser.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const url = /DevTools listening on (\S+)/.exec(said)?.[1]
      if (url !== undefined) resolve(url)
    })
  })
}
