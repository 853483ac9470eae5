import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import { launchFlags, withCamera } from '../../../scripts/browser.mjs'

const START_LIMIT_MS = 30_000

/** A Chromium on a profile that outlives it, all of whose processes can be killed at once, as a power cut would. */
export class KillableBrowser {
  readonly page: Page
  readonly #child: ChildProcess
  readonly #browser: Browser

  private constructor(child: ChildProcess, browser: Browser, page: Page) {
    this.#child = child
    this.#browser = browser
    this.page = page
  }

  static async start(
    executable: string,
    cameraFile: string,
    profile: string,
    flags: readonly string[] = [],
  ): Promise<KillableBrowser> {
    // The killed browser left it; the new one writes its own.
    const portFile = join(profile, 'DevToolsActivePort')
    rmSync(portFile, { force: true })
    const own = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`, '--window-size=1280,900']
    const args = [...withCamera(launchFlags, cameraFile), ...flags, ...own, 'about:blank']
    // A group of its own, so that one signal reaches all its processes.
    const child = spawn(executable, args, { stdio: 'ignore', detached: true })
    const endpoint = await readEndpoint(portFile)
    const browser = await chromium.connectOverCDP(endpoint)
    const context = browser.contexts()[0] ?? (await browser.newContext())
    const page = context.pages()[0] ?? (await context.newPage())
    return new KillableBrowser(child, browser, page)
  }

  /** Closed as by a person: what pages keep is on the disk, which otherwise takes up to a minute. */
  async close(): Promise<void> {
    const ended = new Promise<void>((resolve) => this.#child.once('close', () => resolve()))
    await (await this.#browser.newBrowserCDPSession()).send('Browser.close')
    await ended
  }

  /** SIGSTOP for the browser and all its children: a machine that sleeps, until `thaw`. Clocks go on. */
  freeze(): void {
    this.#signal('SIGSTOP')
  }

  thaw(): void {
    this.#signal('SIGCONT')
  }

  /** SIGKILL for the browser and all its children: nothing is closed, flushed or told. */
  async kill(): Promise<void> {
    const ended = new Promise<void>((resolve) => this.#child.once('close', () => resolve()))
    this.#signal('SIGKILL')
    await ended
    await this.#browser.close().catch(() => undefined)
  }

  #signal(signal: NodeJS.Signals): void {
    if (this.#child.pid !== undefined) process.kill(-this.#child.pid, signal)
  }
}

async function readEndpoint(portFile: string): Promise<string> {
  for (const startedMs = performance.now(); performance.now() - startedMs < START_LIMIT_MS; await delay(50)) {
    if (!existsSync(portFile)) continue
    const [port] = readFileSync(portFile, 'utf8').split('\n')
    if (port !== undefined && port !== '') return `http://127.0.0.1:${port}`
  }
  throw new Error('Chromium did not start.')
}
