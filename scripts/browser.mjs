import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './command-line/command.mjs'
import { Failure } from './command-line/failure.mjs'
import { withProgress } from './command-line/progress.mjs'
import { root } from './root.mjs'

/**
 * What the browser is to leave out. Only the last list on its command line counts, so that Playwright's own stands here
 * too. Without the first two, each window loads two pages of the address bar: a third of what it costs to open one.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
]

/** How every test, demo and bench starts Chromium: quiet, without a sandbox (root has none) and offline but for the hub. */
export const launchFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Between two browsers of one machine; without a camera that is looked at nothing is sent.
  '--allow-loopback-in-peer-connection',
  `--disable-features=${disabledFeatures.join(',')}`,
]

/**
 * For contexts in which something is timed, or whose calls are answered by Playwright: the service worker would fetch all of
 * the app behind the first page of each, and keeps calls from Playwright.
 */
export const withoutWorker = /** @type {const} */ ({ serviceWorkers: 'block' })

/**
 * The flags with a camera that plays a file (Y4M or MJPEG, repeated without end) and is allowed without asking.
 * @param {readonly string[]} flags
 * @param {string} file
 */
export function withCamera(flags, file) {
  return [
    ...flags,
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${file}`,
  ]
}

/**
 * @typedef {object} Machine what the search may look at and do; a test gives its own
 * @property {NodeJS.ProcessEnv} env
 * @property {readonly string[]} bundles full paths where an installer puts a browser
 * @property {(file: string) => boolean} starts
 * @property {() => Promise<boolean>} installWithApt whether it could
 * @property {() => Promise<string | undefined>} installWithPlaywright
 */

const namesOnPath = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * The path of a Chromium or Chrome; installs one where this machine allows it.
 * @param {Partial<Machine>} [overrides]
 * @returns {Promise<string>}
 */
export async function findBrowser(overrides = {}) {
  const machine = { ...thisMachine(), ...overrides }
  const chosen = machine.env['CHROME_PATH']
  if (chosen) {
    if (!isProgram(chosen)) throw new Failure(`CHROME_PATH is ${chosen}, but there is no program at that path.`)
    return chosen
  }
  const present = presentBrowser(machine)
  if (present) return present
  const installed = (await machine.installWithApt()) ? presentBrowser(machine) : undefined
  const browser = installed ?? (await machine.installWithPlaywright())
  if (browser) return browser
  throw new Failure(
    'No browser was found: install Chromium or Chrome, or set CHROME_PATH to the path of one, and try again. On Debian, as root: apt-get install chromium',
  )
}

/**
 * Debian's build of Chromium without windows, for tests that need none: a page in it costs a sixth less. Where it is not
 * installed, or a browser is named, that browser.
 * @param {string} browser as `findBrowser` answers
 * @param {Partial<Machine>} [overrides]
 */
export function windowlessBrowser(browser, overrides = {}) {
  const { env, starts } = { ...thisMachine(), ...overrides }
  if (env['CHROME_PATH']) return browser
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean)
  const shells = folders.map((folder) => join(folder, 'chromium-headless-shell'))
  return shells.find((file) => isProgram(file) && starts(file)) ?? browser
}

/** @param {Machine} machine */
function presentBrowser({ env, bundles, starts }) {
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean)
  const onPath = namesOnPath.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...onPath, ...bundles].find((file) => isProgram(file) && starts(file))
}

/** @returns {Machine} */
function thisMachine() {
  return {
    env: process.env,
    bundles: bundlesOf(process.platform),
    starts: answersVersion,
    installWithApt,
    installWithPlaywright,
  }
}

/** @param {NodeJS.Platform} platform */
function bundlesOf(platform) {
  if (platform === 'darwin') {
    const applications = ['/Applications', join(process.env['HOME'] ?? '', 'Applications')]
    return applications.flatMap((folder) => [
      join(folder, 'Chromium.app/Contents/MacOS/Chromium'),
      join(folder, 'Google Chrome.app/Contents/MacOS/Google Chrome'),
    ])
  }
  if (platform === 'win32') {
    const folders = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].map((name) => process.env[name] ?? '')
    return folders.filter(Boolean).map((folder) => join(folder, 'Google/Chrome/Application/chrome.exe'))
  }
  return []
}

/** @param {string} file */
function isProgram(file) {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

/**
 * Ubuntu's `chromium-browser` may be only a note that says to install a snap; it ends with an error.
 * @param {string} file
 */
function answersVersion(file) {
  // Chrome on Windows and macOS would open a window instead of answering.
  if (process.platform !== 'linux') return true
  return spawnSync(file, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0
}

async function installWithApt() {
  const isRootOnDebian = process.getuid?.() === 0 && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get')
  if (!isRootOnDebian) return false
  return withProgress('No browser found; installing Chromium with apt', async () => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    // A package source that cannot be reached does not stop the others from having Chromium.
    await run('apt-get', ['-qq', 'update'], { env })
    return (await run('apt-get', ['-qq', 'install', '-y', '--no-install-recommends', 'chromium'], { env })) === 0
  })
}

async function installWithPlaywright() {
  const { chromium } = await import('@playwright/test')
  const file = chromium.executablePath()
  if (existsSync(file)) return file
  const playwright = join(root, 'node_modules/@playwright/test/cli.js')
  const isThere = await withProgress("No browser found; downloading Playwright's Chromium", async () => {
    const code = await run(process.execPath, [playwright, 'install', 'chromium'])
    return code === 0 && existsSync(file)
  })
  return isThere ? file : undefined
}
