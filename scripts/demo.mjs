import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findBrowser, launchFlags, withCamera } from './browser.mjs'
import { clipFacts } from './demo/clip-facts.mjs'
import { firstMovement } from './demo/first-movement.mjs'
import { HubProcess } from './demo/hub-process.mjs'
import { addCamera, signIn, turnMotionOn } from './demo/steps.mjs'
import { Failure } from './failure.mjs'
import { cachedFootage, convertFootage } from './footage.mjs'
import { secondsSince } from './progress.mjs'
import { root } from './root.mjs'

const email = 'demo@nightjar.test'
const camera = { name: 'Front Door', location: 'Hallway' }
const motionLimitMs = 90_000
const eventLimitMs = 40_000
const screens = ['dashboard', 'cameras', 'events', 'videos', 'ai-chat', 'notifications', 'billing', 'video-sharing']

/**
 * The main job by itself: a hub on a temporary folder, the app in headless Chromium with recorded footage as its
 * camera, from sign-in to the played clip in a second browser.
 * @param {string[]} args
 */
export async function demo(args) {
  const { values } = parseArgs({
    args,
    options: { footage: { type: 'string' }, out: { type: 'string', default: 'test-results/demo' } },
  })
  const out = resolve(values.out)
  const footage = await prepareFootage(values.footage)
  const executablePath = await findBrowser()
  const { chromium } = await import('@playwright/test')
  const dataDir = mkdtempSync(join(tmpdir(), 'nightjar-demo-'))
  const hub = new HubProcess({ dataDir })
  const browser = await chromium.launch({ executablePath, args: withCamera(launchFlags, footage) })
  try {
    mkdirSync(out, { recursive: true })
    say(`The hub serves on ${await hub.start()}, its data in a temporary folder.`)
    await runDemo(browser, hub, out)
  } finally {
    await browser.close()
    await hub.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/**
 * @param {import('@playwright/test').Browser} browser
 * @param {HubProcess} hub
 * @param {string} out
 */
async function runDemo(browser, hub, out) {
  const cameraPage = await newPage(browser)
  const viewerPage = await newPage(browser)
  await signIn(cameraPage, hub, email)
  say(`Signed in as ${email} with the code from the hub's terminal.`)
  await signIn(viewerPage, hub, email)
  await viewerPage.goto(`${hub.url}/events`)
  say('A second browser is signed in to the same workspace and shows its events.')
  await addCamera(cameraPage, camera)
  say(`The camera was allowed and added as “${camera.name}”; its picture shows.`)
  await turnMotionOn(cameraPage, camera.name)
  say('Motion detection is on. Waiting for something to move in the footage ...')

  const movedAtMs = await firstMovement(cameraPage, camera.name, motionLimitMs)
  await cameraPage.getByText('Recording', { exact: true }).waitFor({ timeout: 10_000 })
  say(`The first moving frame showed; the clip began ${secondsSinceMs(movedAtMs)} s later.`)
  const row = viewerPage
    .getByRole('listitem')
    // Of either type: whoever walks through the footage may be known for a person.
    .filter({ hasText: new RegExp(`(Motion|Person) at ${camera.name}`) })
    .first()
  await row.waitFor({ timeout: eventLimitMs })
  say(`The event was listed in the second browser ${secondsSinceMs(movedAtMs)} s after the first moving frame.`)
  await printEvent(viewerPage, row)
  await printClip(viewerPage, hub, out)
  console.log('\nScreens')
  await takeScreenshots(viewerPage, cameraPage, hub, out)
  await takeSignInScreenshots(await newPage(browser), hub, out)
}

/** @param {import('@playwright/test').Browser} browser */
async function newPage(browser) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true })
  const page = await context.newPage()
  page.on('pageerror', (error) => console.log(`  page error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') console.log(`  console error: ${message.text()}`)
  })
  return page
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {import('@playwright/test').Locator} row
 */
async function printEvent(page, row) {
  console.log('\nEvents')
  const lines = (await row.innerText()).split('\n').filter((line) => line.trim() !== '' && line !== 'View Clip')
  console.log(`  ${lines.join(' | ')}`)
  const picture = row.getByRole('img')
  await picture.waitFor()
  const size = await picture.evaluate((image) =>
    image instanceof HTMLImageElement ? `${image.naturalWidth} x ${image.naturalHeight}` : 'none',
  )
  console.log(`  thumbnail ${size}, camera ${camera.name}`)
  await page.getByRole('button', { name: 'View Clip' }).first().waitFor()
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {HubProcess} hub
 * @param {string} out
 */
async function printClip(page, hub, out) {
  await page.goto(`${hub.url}/videos`)
  await page
    .getByRole('button', { name: /^Play / })
    .first()
    .click()
  const player = page.getByRole('dialog').locator('video')
  await player.waitFor()
  const playedSec = await player.evaluate(playToTheEnd)
  await page.keyboard.press('Escape')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).first().click(),
  ])
  const file = join(out, download.suggestedFilename())
  await download.saveAs(file)
  const facts = await clipFacts(readFileSync(file))
  console.log('\nClip')
  console.log(
    `  ${facts.mediaType}, ${facts.codec} ${facts.width}x${facts.height}, ${facts.framesPerSec.toFixed(1)} frames/s`,
  )
  console.log(`  duration ${facts.durationSec.toFixed(2)} s, ${facts.frames} frames, ${facts.sizeBytes} bytes`)
  console.log(
    `  starts on a keyframe: ${facts.startsOnKeyframe ? 'yes' : 'no'}, sound: ${facts.hasAudio ? 'yes' : 'no'}`,
  )
  console.log(`  the player seeked through it and reached its end at ${playedSec.toFixed(2)} s`)
  console.log(`  saved as ${relative(process.cwd(), file)}`)
}

/**
 * Seeks to the middle and near the end, then plays to the end. Resolves to where the player stood then.
 * @param {Element} video
 * @returns {Promise<number>}
 */
function playToTheEnd(video) {
  if (!(video instanceof HTMLVideoElement)) throw new Error('This is no player.')
  const until = (/** @type {string} */ name) =>
    new Promise((resolve, reject) => {
      video.addEventListener(name, resolve, { once: true })
      setTimeout(() => reject(new Error(`The player never said ${name}.`)), 20_000)
    })
  return (async () => {
    if (video.readyState < 1) await until('loadedmetadata')
    for (const position of [video.duration / 2, Math.max(0, video.duration - 1)]) {
      const seeked = until('seeked')
      video.currentTime = position
      await seeked
    }
    const ended = until('ended')
    await video.play()
    await ended
    return video.currentTime
  })()
}

/**
 * @param {import('@playwright/test').Page} viewerPage
 * @param {import('@playwright/test').Page} cameraPage
 * @param {HubProcess} hub
 * @param {string} out
 */
async function takeScreenshots(viewerPage, cameraPage, hub, out) {
  for (const screen of screens) {
    const page = screen === 'cameras' ? cameraPage : viewerPage
    if (screen !== 'cameras') {
      await page.goto(`${hub.url}/${screen}`)
      await page.waitForLoadState('networkidle').catch(() => undefined)
    }
    await takeScreenshot(page, screen, out)
  }
}

/**
 * @param {import('@playwright/test').Page} page signed out
 * @param {HubProcess} hub
 * @param {string} out
 */
async function takeSignInScreenshots(page, hub, out) {
  await page.goto(`${hub.url}/login`)
  await page.getByPlaceholder('Enter your email').fill('someone@nightjar.test')
  await takeScreenshot(page, 'login', out)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
  await takeScreenshot(page, 'verification-code', out)
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {string} screen
 * @param {string} out
 */
async function takeScreenshot(page, screen, out) {
  const file = join(out, `${screen}.png`)
  await page.screenshot({ path: file })
  console.log(`  ${relative(process.cwd(), file)}`)
}

/**
 * The camera's film: the one named, else a recording from beside the project where ffmpeg can convert it, else ours.
 * @param {string | undefined} named
 */
async function prepareFootage(named) {
  if (named !== undefined && !existsSync(named)) throw new Failure(`There is no footage at ${named}.`)
  const recorded = named ?? [join(root, '..', 'shared', 'footage', 'people-a.mp4')].find((file) => existsSync(file))
  if (recorded !== undefined) {
    if (['.y4m', '.mjpeg', '.mjpg'].includes(extname(recorded))) return resolve(recorded)
    try {
      const converted = join(root, '.cache', 'footage', 'demo.mjpeg')
      await convertFootage(recorded, converted)
      return converted
    } catch (error) {
      if (named !== undefined || !(error instanceof Failure)) throw error
      say(`${error.message} The synthesised room serves instead.`)
    }
  }
  return cachedFootage({ quietSec: 6, walkSec: 18, seconds: 26 })
}

const startedAt = performance.now()

/** @param {string} sentence */
function say(sentence) {
  console.log(`${secondsSince(startedAt).toFixed(1).padStart(6)} s  ${sentence}`)
}

/** @param {number} sinceMs */
function secondsSinceMs(sinceMs) {
  return ((Date.now() - sinceMs) / 1000).toFixed(1)
}
