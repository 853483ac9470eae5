import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { readFlags } from '../command-line/flags.mjs'
import { secondsSince } from '../command-line/progress.mjs'
import { printClip, printEvent } from '../demo/findings.mjs'
import { HubProcess } from '../demo/hub-process.mjs'
import { addCamera, signIn, turnMotionOn } from '../demo/steps.mjs'
import { letSomebodyWalk } from './moving-camera.mjs'
import { quietPrefs } from './prefs.mjs'
import { typeAsPeopleDo } from './real-typing.mjs'

/** @typedef {import('@playwright/test').Page} Page */

/** The main job in Firefox, step by step. scripts/firefox.mjs starts it in a network that holds loopback alone. */

const email = 'firefox@nightjar.test'
const camera = { name: 'Front Door', location: 'Hallway' }

/** All in all: it ends by itself, whatever hangs. */
const limitMs = 5 * 60_000
const motionLimitMs = 60_000
const eventLimitMs = 60_000

const [installed = '', ...args] = process.argv.slice(2)
const values = readFlags(args, { out: { type: 'string', default: 'test-results/firefox' } }, '--out DIR')
const out = resolve(values.out)
const startedAt = performance.now()
/** @type {string[]} */
const troubles = []

const dataDir = mkdtempSync(join(tmpdir(), 'nightjar-firefox-'))
const hub = new HubProcess({ dataDir, env: { DEFAULT_TIER: 'TEAM' } })
const { firefox } = await import('@playwright/test')
// Firefox as it is installed speaks WebDriver BiDi, which Playwright knows by the name of this channel.
const browser = await firefox.launch({
  channel: 'moz-firefox',
  executablePath: join(import.meta.dirname, 'playable-firefox.mjs'),
  firefoxUserPrefs: quietPrefs,
  env: { ...process.env, NIGHTJAR_FIREFOX: installed },
})
const giveUp = setTimeout(() => {
  console.error(`It was not done after ${limitMs / 60_000} minutes.`)
  process.exit(1)
}, limitMs)
try {
  mkdirSync(out, { recursive: true })
  await hub.start()
  await walk()
} catch (error) {
  troubles.push(error instanceof Error ? error.message : String(error))
  for (const [i, page] of browser
    .contexts()
    .flatMap((context) => context.pages())
    .entries())
    await page.screenshot({ path: join(out, `failed-${i}.png`) }).catch(() => undefined)
} finally {
  clearTimeout(giveUp)
  await browser.close()
  await hub.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
for (const trouble of troubles) console.error(`failed: ${trouble}`)
console.log(troubles.length === 0 ? '\nAll of it works in this Firefox.' : `\n${troubles.length} of it failed.`)
process.exitCode = troubles.length === 0 ? 0 : 1

async function walk() {
  say(`Firefox ${browser.version()}, hub on ${hub.url}`)
  const filming = await newPage('camera', true)
  await signIn(filming, hub, email)
  say('signed in')
  say(await abilities(filming))
  await addCamera(filming, camera)
  say(`the camera was allowed and added as “${camera.name}”; its picture shows`)
  await turnMotionOn(filming, camera.name)
  say('motion detection is on')
  await filming.getByText('Recording', { exact: true }).waitFor({ timeout: motionLimitMs })
  say('motion was seen, and a clip began')
  const viewing = await newPage('viewer', false)
  await signIn(viewing, hub, email)
  await viewing.goto(`${hub.url}/events`)
  const row = viewing
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`(Motion|Person) at ${camera.name}`) })
    .first()
  await row.waitFor({ timeout: eventLimitMs })
  say('the clip was delivered, and its event is listed in a second window')
  await filming.screenshot({ path: join(out, 'cameras.png') })
  await printEvent(viewing, row, camera.name)
  await printClip(viewing, hub, out)
  say('the clip was played to its end and downloaded')
}

/** @param {Page} page */
function abilities(page) {
  return page.evaluate(() => {
    const wanted = {
      'shared memory': crossOriginIsolated && typeof SharedArrayBuffer === 'function',
      VideoFrame: typeof VideoFrame === 'function',
      requestVideoFrameCallback: 'requestVideoFrameCallback' in HTMLVideoElement.prototype,
      VideoEncoder: typeof VideoEncoder === 'function',
      MediaStreamTrackProcessor: 'MediaStreamTrackProcessor' in globalThis,
      'a screen kept awake': 'wakeLock' in navigator,
      WebGPU: 'gpu' in navigator,
    }
    const of = (/** @type {boolean} */ has) =>
      Object.entries(wanted)
        .filter(([, is]) => is === has)
        .map(([name]) => name)
        .join(', ')
    return `this Firefox has ${of(true) || 'nothing of it'}; it lacks ${of(false) || 'nothing'}`
  })
}

/**
 * @param {string} name
 * @param {boolean} isFilming
 */
async function newPage(name, isFilming) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true })
  await context.addInitScript(typeAsPeopleDo)
  if (isFilming) await context.addInitScript(letSomebodyWalk)
  const page = await context.newPage()
  page.on('pageerror', (error) => troubles.push(`${name}: ${error.message}`))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) console.log(`  ${name}, ${message.type()}: ${message.text()}`)
  })
  return page
}

/** @param {string} sentence */
function say(sentence) {
  console.log(`${secondsSince(startedAt).toFixed(1).padStart(6)} s  ${sentence}`)
}
