import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clipFacts } from '../../scripts/demo/clip-facts.mjs'
import { firstMovement } from '../../scripts/demo/first-movement.mjs'
import { addCamera, signIn, turnMotionOn } from '../../scripts/demo/steps.mjs'
import { expect, test } from './support/test'

const email = 'ann@example.org'
const camera = { name: 'Front Door', location: 'Hallway' }

/** From the first moving frame to the event in another browser: the clip's 15 s, and 7 s for all the rest. */
const EVENT_LIMIT_MS = 22_000

// As most people do not.
test.use({ savesData: false, areThingsNamed: true })

test('somebody walks past: the event and the playable clip show in every browser of the workspace (GEN-01, GEN-05, CAM-17, CODEC-06)', async ({
  hub,
  openBrowser,
  trouble,
}) => {
  const cameraPage = await openBrowser()
  const viewerPage = await openBrowser()
  await signIn(cameraPage, hub, email)
  await signIn(viewerPage, hub, email)
  await viewerPage.getByRole('link', { name: 'Events', exact: true }).click()
  await expect(viewerPage.getByText('No events found')).toBeVisible()

  await addCamera(cameraPage, camera)
  await expect(cameraPage.getByText('Camera added successfully!')).toBeVisible()
  await turnMotionOn(cameraPage, camera.name)
  const movedAtMs = (await firstMovement(cameraPage, camera.name, 40_000)) ?? Number.NaN
  await expect(cameraPage.getByText('Recording', { exact: true })).toBeVisible()

  const row = viewerPage
    .getByRole('listitem')
    .filter({ hasText: /(Motion|Person) at Front Door/ })
    .first()
  await expect(row).toBeVisible({ timeout: 30_000 })
  expect(Date.now() - movedAtMs, 'from the first moving frame to the listed event').toBeLessThan(EVENT_LIMIT_MS)
  await expect(row.getByText('Front Door', { exact: true })).toBeVisible()
  await expect(row.getByText(/^Recorded: /)).toBeVisible()
  await expect
    .poll(() => row.getByRole('img').evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)))
    .toBeGreaterThan(300)

  await test.step('View Clip plays it in a new tab', async () => {
    const [tab] = await Promise.all([
      viewerPage.context().waitForEvent('page'),
      row.getByRole('button', { name: 'View Clip' }).click(),
    ])
    await tab.waitForURL(/\/media\//)
    await expect
      .poll(() => tab.locator('video').evaluate((video) => (video instanceof HTMLVideoElement ? video.readyState : 0)))
      .toBeGreaterThanOrEqual(2)
    await tab.close()
  })

  await test.step('Videos shows, plays and downloads it', async () => {
    await viewerPage.getByRole('link', { name: 'Videos', exact: true }).click()
    const card = viewerPage.getByRole('article').first()
    await expect(card.getByText('Front Door', { exact: true })).toBeVisible()
    await expect(card.getByText(/^(MOTION|PERSON)$/)).toBeVisible()
    await card.getByRole('button', { name: /^Play / }).click()
    const video = viewerPage.getByRole('dialog').locator('video')
    await expect.poll(() => video.evaluate((player: HTMLVideoElement) => player.currentTime)).toBeGreaterThan(0.5)
    const seekedTo = await video.evaluate(async (player: HTMLVideoElement) => {
      // Playing on, it would be a little further by the time that it is read.
      player.pause()
      const seeked = new Promise((resolve) => player.addEventListener('seeked', resolve, { once: true }))
      player.currentTime = 12
      await seeked
      return player.currentTime
    })
    expect(seekedTo).toBeCloseTo(12, 1)
    await viewerPage.keyboard.press('Escape')
    const [download] = await Promise.all([
      viewerPage.waitForEvent('download'),
      card.getByRole('button', { name: 'Download' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^recording-[0-9a-f-]{36}\.mp4$/)
    const saved = await readFile(await download.path())
    const stored = (await readdir(hub.dataDir, { recursive: true })).filter((name) => name.endsWith('.mp4'))
    const isAsStored = await Promise.all(
      stored.map(async (name) => saved.equals(await readFile(join(hub.dataDir, name)))),
    )
    expect(isAsStored, 'as the hub stores it, byte for byte (CODEC-06)').toContain(true)
    const facts = await clipFacts(saved)
    expect(facts).toMatchObject({ mediaType: 'video/mp4', startsOnKeyframe: true, hasAudio: false })
    expect(facts.durationSec).toBeGreaterThan(14)
    expect(facts.durationSec).toBeLessThan(16)
  })

  await test.step('the dashboard counts it', async () => {
    await viewerPage.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await expect(viewerPage.getByText('1/1')).toBeVisible()
    await expect(viewerPage.getByText('All systems online')).toBeVisible()
    await expect(viewerPage.getByText(/(Motion|Person) at Front Door/).first()).toBeVisible()
  })

  await test.step('a remote camera shows its latest snapshot', async () => {
    await viewerPage.getByRole('link', { name: 'Cameras', exact: true }).click()
    await expect(viewerPage.getByRole('img', { name: 'Latest snapshot of Front Door' })).toBeVisible()
    await expect(viewerPage.getByText('ONLINE')).toBeVisible()
  })

  await test.step('detection goes on while another screen shows, and stops when turned off', async () => {
    await cameraPage.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await expect(viewerPage.getByRole('img', { name: 'Latest snapshot of Front Door' })).toBeVisible()
    await cameraPage.getByRole('link', { name: 'Cameras', exact: true }).click()
    const card = cameraPage.getByRole('article', { name: 'Front Door' })
    await expect(card.getByRole('meter')).toBeVisible()
    await card.getByLabel('Motion Detection').uncheck()
    await expect(card.getByRole('meter')).toBeHidden()
  })

  expect(trouble).toEqual([])
})
