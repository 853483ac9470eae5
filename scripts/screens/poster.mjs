import { mkdirSync, statSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { withoutWorker } from '../browser.mjs'
import { addCamera, signIn, turnMotionOn } from '../demo/steps.mjs'

/** @typedef {import('@playwright/test').Page} Page */

const camera = { name: 'Front Door', location: 'Hallway' }
const desktop = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }
const clipsWanted = 3
const clipsLimitMs = 150_000
const personLimitMs = 60_000
const answerLimitMs = 20_000
const recordingLimitMs = 60_000
/** Where nobody was told of: the middle of a clip. */
const clipMomentSec = 8
const settleMs = 1_500
const jpegQuality = 82

/**
 * The README's picture: a camera that really watches the footage, the events and clips it delivered, on one sheet.
 * @param {import('@playwright/test').Browser} browser
 * @param {import('../demo/hub-process.mjs').HubProcess} hub
 * @param {string} file
 */
export async function takePoster(browser, hub, file) {
  const context = await browser.newContext({
    viewport: desktop,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    ...withoutWorker,
  })
  const watching = await context.newPage()
  await signIn(watching, hub, 'ann@nightjar.test')
  await addCamera(watching, camera)
  await turnMotionOn(watching, camera.name)
  const viewer = await context.newPage()
  await waitForClips(viewer, hub)
  const events = await viewer.screenshot()
  const clip = await playedClip(viewer)
  const chat = await answered(viewer, hub)
  const pocket = await onPhone(viewer, hub)
  const live = await whileRecording(watching)
  const sheet = await context.newPage()
  await sheet.setViewportSize({ width: 1500, height: 980 })
  await sheet.setContent(sheetOf({ live, events, clip, chat, pocket }))
  await sheet.waitForTimeout(settleMs)
  mkdirSync(dirname(resolve(file)), { recursive: true })
  await sheet.screenshot({ path: file, type: 'jpeg', quality: jpegQuality })
  await context.close()
  console.log(`${relative(process.cwd(), resolve(file))}, ${Math.round(statSync(file).size / 1000)} kB`)
}

/**
 * @param {Page} page
 * @param {import('../demo/hub-process.mjs').HubProcess} hub
 */
async function waitForClips(page, hub) {
  await page.goto(`${hub.url}/events`)
  await page
    .getByRole('button', { name: 'View Clip' })
    .nth(clipsWanted - 1)
    .waitFor({ timeout: clipsLimitMs })
  await page.waitForTimeout(settleMs)
}

/**
 * From the events: the clip in which a person was told, where they were seen.
 * @param {Page} page
 */
async function playedClip(page) {
  const persons = page.getByRole('button', { name: /^Play Person/ })
  await persons
    .first()
    .waitFor({ timeout: personLimitMs })
    .catch(() => undefined)
  const isTold = (await persons.count()) > 0
  await (isTold ? persons : page.getByRole('button', { name: /^Play / })).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('video').evaluate((player, startSec) => {
    if (!(player instanceof HTMLVideoElement)) throw new Error('This is no player.')
    player.pause()
    player.currentTime = startSec
  }, clipMomentSec)
  const mark = dialog.getByRole('button', { name: /^Person at/ }).last()
  if (isTold) await mark.click({ timeout: settleMs }).catch(() => undefined)
  await page.waitForTimeout(settleMs)
  return page.screenshot()
}

/**
 * A question and its answer, from what was just recorded.
 * @param {Page} page
 * @param {import('../demo/hub-process.mjs').HubProcess} hub
 */
async function answered(page, hub) {
  await page.goto(`${hub.url}/ai-chat`)
  await page.getByRole('button', { name: 'Who visited today?' }).click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('log', { name: 'Conversation' }).getByRole('link').first().waitFor({ timeout: answerLimitMs })
  await page.waitForTimeout(settleMs)
  return page.screenshot()
}

/**
 * @param {Page} page
 * @param {import('../demo/hub-process.mjs').HubProcess} hub
 */
async function onPhone(page, hub) {
  await page.setViewportSize(phone)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.goto(`${hub.url}/dashboard`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForTimeout(settleMs)
  return page.screenshot()
}

/** @param {Page} page */
async function whileRecording(page) {
  await page.bringToFront()
  await page.getByText('Recording', { exact: true }).waitFor({ timeout: recordingLimitMs })
  await page.waitForTimeout(settleMs)
  return page.screenshot()
}

/** @param {Record<'live' | 'events' | 'clip' | 'chat' | 'pocket', Buffer>} shots */
function sheetOf(shots) {
  const image = (/** @type {keyof typeof shots} */ name) =>
    `<img class="${name}" src="data:image/png;base64,${shots[name].toString('base64')}" alt="">`
  return `<!doctype html><style>
  body { margin: 0; background: #16423d; width: 1500px; height: 980px; position: relative; overflow: hidden }
  img { position: absolute; width: 704px; border-radius: 10px; box-shadow: 0 10px 28px rgb(0 0 0 / 45%) }
  .live { left: 32px; top: 32px }
  .events { left: 764px; top: 32px }
  .clip { left: 32px; top: 506px }
  .chat { left: 764px; top: 506px }
  .pocket { right: 20px; bottom: 20px; width: 200px; border: 5px solid #0b1312; border-radius: 24px }
</style>${image('live')}${image('events')}${image('clip')}${image('chat')}${image('pocket')}`
}
