import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { withoutWorker } from './browser.mjs'
import { readFlags } from './command-line/flags.mjs'
import { secondsSince } from './command-line/progress.mjs'
import { withBrowserAndHub } from './demo/browser-and-hub.mjs'
import { printClip, printEvent } from './demo/findings.mjs'
import { firstMovement } from './demo/first-movement.mjs'
import { demoFootage } from './demo/footage.mjs'
import { takeScreenshots, takeSignInScreenshots } from './demo/screenshots.mjs'
import { firstSighting, requireOfFilm } from './demo/sightings.mjs'
import { addCamera, signIn, turnMotionOn } from './demo/steps.mjs'

const email = 'demo@nightjar.test'
const camera = { name: 'Front Door', location: 'Hallway' }
const flags = /** @type {const} */ ({
  footage: { type: 'string' },
  out: { type: 'string', default: 'test-results/demo' },
})
const motionLimitMs = 90_000
const recordingLimitMs = 10_000
const eventLimitMs = 40_000

/**
 * The main job by itself: a hub on a temporary folder, the app in headless Chromium with recorded footage as its
 * camera, from sign-in to the played clip in a second browser.
 * @param {string[]} args
 */
export async function demo(args) {
  const values = readFlags(args, flags, '--footage FILE, --out DIR')
  const out = resolve(values.out)
  const footage = await demoFootage(values.footage, say)
  await withBrowserAndHub({ name: 'demo', footage }, async (browser, hub) => {
    mkdirSync(out, { recursive: true })
    say(`The hub serves on ${hub.url}, its data in a temporary folder.`)
    await runDemo(browser, hub, { out, film: values.footage ?? footage })
  })
}

/**
 * @param {import('@playwright/test').Browser} browser
 * @param {import('./demo/hub-process.mjs').HubProcess} hub
 * @param {{ out: string, film: string }} files film: as whoever runs the demo knows it
 */
async function runDemo(browser, hub, { out, film }) {
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

  const movedAtMs = await requireOfFilm(
    firstMovement(cameraPage, camera.name, motionLimitMs),
    `Nothing moved in ${film} for ${motionLimitMs / 1000} s. Take a film in which somebody walks through the picture.`,
  )
  await requireOfFilm(
    cameraPage.getByText('Recording', { exact: true }).waitFor({ timeout: recordingLimitMs }),
    `What moved in ${film} began no clip within ${recordingLimitMs / 1000} s: it was too small, or the whole picture changed.`,
  )
  say(`The first moving frame showed; the clip began ${secondsSinceMs(movedAtMs)} s later.`)
  const row = firstSighting(viewerPage, camera.name)
  await requireOfFilm(
    row.waitFor({ timeout: eventLimitMs }),
    `No event with a clip came of ${film} within ${eventLimitMs / 1000} s.`,
  )
  say(`The event was listed in the second browser ${secondsSinceMs(movedAtMs)} s after the first moving frame.`)
  await printEvent(viewerPage, row, camera.name)
  await printClip(viewerPage, hub, out)
  console.log('\nScreens')
  await takeScreenshots(viewerPage, cameraPage, hub, out)
  await takeSignInScreenshots(await newPage(browser), hub, out)
}

/** @param {import('@playwright/test').Browser} browser */
async function newPage(browser) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    acceptDownloads: true,
    ...withoutWorker,
  })
  const page = await context.newPage()
  page.on('pageerror', (error) => console.log(`  page error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') console.log(`  console error: ${message.text()}`)
  })
  return page
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
