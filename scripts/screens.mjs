import { join, relative, resolve } from 'node:path'
import { withoutWorker } from './browser.mjs'
import { Failure } from './command-line/failure.mjs'
import { secondsSince } from './command-line/progress.mjs'
import { withBrowserAndHub } from './demo/browser-and-hub.mjs'
import { addCamera, signIn } from './demo/steps.mjs'
import { cachedFootage } from './footage.mjs'
import { fillWorkspace } from './screens/fill.mjs'
import { fillMany } from './screens/many.mjs'
import { fillOne } from './screens/one.mjs'
import { openedViews } from './screens/opened.mjs'
import { guardedScreens, openScreens, readScreenOptions } from './screens/options.mjs'
import { prepareOut, writeSheet } from './screens/out-folder.mjs'
import { takePoster } from './screens/poster.mjs'
import { shareClips, shareViews } from './screens/shares.mjs'

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('./demo/hub-process.mjs').HubProcess} HubProcess */
/** @typedef {import('./screens/options.mjs').State} State */
/** @typedef {{ screen: string, state: State, theme: 'light' | 'dark', width: number, file: string }} Shot */

const windows = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
]
const themes = /** @type {const} */ (['light', 'dark'])

/** All in all; a machine that needs longer shows what it has. */
const limitMs = 30 * 60_000
const settleMs = 600
/** Skeletons wait for this before they show. */
const loadingMs = 1_200
/** Longer than any wait between the four tries of a read, and more turns than there are waits. */
const retryMs = 5_000
const retryTurns = 6

/**
 * Takes every screen in every state, width and theme, from a hub on a temporary folder, and puts them on one sheet.
 * @param {string[]} args
 */
export async function screens(args) {
  const options = readScreenOptions(args)
  const { poster } = options
  if (poster !== undefined) return withBrowser((browser, hub) => takePoster(browser, hub, poster))
  const out = resolve(options.out)
  prepareOut(out)

  /** @type {Shot[]} */
  const shots = []
  try {
    const others = options.states.filter((state) => state !== 'many')
    if (others.length > 0) {
      await withBrowser((browser, hub) => takeAll(new Tour(browser, hub, out, shots), options.only, others))
    }
    if (options.states.includes('many')) {
      // So many cameras are of that plan.
      const env = { DEFAULT_TIER: 'TEAM' }
      await withBrowser((browser, hub) => new Tour(browser, hub, out, shots).takeGuarded('many', options.only), env)
    }
  } finally {
    console.log(`${shots.length} screenshots, all on ${relative(process.cwd(), writeSheet(out, shots))}`)
  }
}

/**
 * Runs something with a hub on a temporary folder and a browser whose camera plays the drawn room.
 * @param {(browser: import('@playwright/test').Browser, hub: HubProcess) => Promise<void>} use
 * @param {NodeJS.ProcessEnv} [env] of the hub
 */
async function withBrowser(use, env = {}) {
  const footage = await cachedFootage({ quietSec: 6, walkSec: 18, seconds: 26 })
  await withBrowserAndHub({ name: 'screens', footage, env }, use)
}

/**
 * @param {Tour} tour
 * @param {readonly string[]} wanted
 * @param {readonly State[]} states
 */
async function takeAll(tour, wanted, states) {
  const isFull = states.includes('full')
  const open = isFull ? openScreens.filter((name) => wanted.includes(name)) : []
  for (const screen of open) await tour.takeOpen(screen)
  for (const state of states) await tour.takeGuarded(state, wanted)
  const views = isFull ? Object.entries(shareViews).filter(([name]) => wanted.includes(name)) : []
  if (views.length > 0) await tour.takeShares(views)
}

/** Goes through the app and takes its pictures. */
class Tour {
  /**
   * @param {import('@playwright/test').Browser} browser
   * @param {HubProcess} hub
   * @param {string} out
   * @param {Shot[]} shots
   */
  constructor(browser, hub, out, shots) {
    this.browser = browser
    this.hub = hub
    this.out = out
    this.shots = shots
    this.startedAt = performance.now()
  }

  /** @param {string} screen */
  async takeOpen(screen) {
    const page = await this.newPage()
    await page.goto(`${this.hub.url}/${screen === 'verification-code' ? 'login' : screen}`)
    if (screen === 'verification-code') {
      await page.evaluate(() => history.replaceState({ email: 'ann@nightjar.test' }, '', '/verification-code'))
      await page.reload()
    }
    await this.take(page, screen, 'full')
    await page.context().close()
  }

  /**
   * @param {State} state
   * @param {readonly string[]} wanted
   */
  async takeGuarded(state, wanted) {
    const screens = guardedScreens.filter((name) => wanted.includes(name))
    const hasContent = state === 'full' || state === 'one' || state === 'many'
    const views = hasContent ? Object.entries(openedViews).filter(([name]) => wanted.includes(name)) : []
    if (screens.length + views.length === 0) return
    const page = await this.newPage()
    await signIn(page, this.hub, `${state}@nightjar.test`)
    if (state === 'full') {
      await addCamera(page, { name: 'Front Door', location: 'Hallway' })
      await fillWorkspace(page, { clips: 4 })
    }
    if (state === 'one') await fillOne(page)
    const end = state === 'many' ? await fillMany(page, this.hub.url) : () => undefined
    if (state === 'error') await page.clock.install()
    for (const screen of screens) {
      if (state === 'loading') await page.route('**/v1/**', () => new Promise(() => undefined))
      if (state === 'error') await page.route('**/v1/**', (route) => route.fulfill({ status: 500, body: '{}' }))
      await page.goto(`${this.hub.url}/${screen}`)
      if (state === 'loading') await page.waitForTimeout(loadingMs)
      if (state === 'error') await giveUp(page)
      await this.take(page, screen, state)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    }
    for (const [name, open] of views) {
      await open(page, this.hub.url)
      await this.shoot(page, name, state)
    }
    end()
    await page.context().close()
  }

  /**
   * What strangers see of shares, and what is open on their screen for a moment.
   * @param {(readonly [string, (typeof shareViews)[string]])[]} views
   */
  async takeShares(views) {
    const page = await this.newPage()
    await signIn(page, this.hub, 'shares@nightjar.test')
    await fillWorkspace(page, { clips: 3 })
    const paths = await shareClips(page)
    for (const [name, open] of views) {
      await open(page, this.hub.url, paths)
      await this.shoot(page, name, 'full')
    }
    await page.context().close()
  }

  async newPage() {
    const context = await this.browser.newContext({ reducedMotion: 'reduce', ...withoutWorker })
    return context.newPage()
  }

  /**
   * One screen in all widths and themes: neither needs the page anew.
   * @param {Page} page
   * @param {string} screen
   * @param {State} state
   */
  async take(page, screen, state) {
    await page.getByRole('heading', { level: 1 }).waitFor({ timeout: 30_000 })
    // A running camera is never idle.
    if (state !== 'loading') await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined)
    await this.shoot(page, screen, state)
  }

  /**
   * What the page shows now.
   * @param {Page} page
   * @param {string} screen
   * @param {State} state
   */
  async shoot(page, screen, state) {
    for (const { width, height } of windows) {
      await page.setViewportSize({ width, height })
      for (const theme of themes) {
        if (secondsSince(this.startedAt) * 1000 > limitMs) throw new Failure('The screens took longer than 30 minutes.')
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
        await page.waitForTimeout(settleMs)
        const file = `${screen.replaceAll('/', '-')}-${state}-${width}-${theme}.png`
        await page.screenshot({ path: join(this.out, file), fullPage: true, timeout: 30_000 })
        this.shots.push({ screen, state, theme, width, file })
      }
    }
    console.log(`${secondsSince(this.startedAt).toFixed(0).padStart(4)} s  ${screen}, ${state}`)
  }
}

/**
 * Lets the retries of failing reads pass.
 * @param {Page} page
 */
async function giveUp(page) {
  for (let turn = 0; turn < retryTurns; turn++) {
    await page.waitForTimeout(settleMs)
    await page.clock.fastForward(retryMs)
  }
  await page.waitForTimeout(settleMs)
}
