import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { HubProcess } from '../../../scripts/demo/hub-process.mjs'
import { addCamera, turnMotionOn } from '../../../scripts/demo/steps.mjs'
import { signIn } from '../support/signed-in'
import { expect, HUB_START_LIMIT_MS, namesNothing, test } from '../support/test'
import { onlyInOwnNetwork } from './own-network'
import { openRawViewer } from './raw-viewer'

onlyInOwnNetwork()

const email = 'ann@example.org'
const camera = { name: 'Front Door', location: 'Hallway' }

async function sessionOf(page: Page) {
  return page.evaluate(() => ({
    token: localStorage.getItem('token') ?? '',
    workspaceId: localStorage.getItem('workspaceId') ?? '',
  }))
}

/** A page of the hub's that runs nothing but the viewer; resolves with the camera that it may look through. */
async function openViewer(page: Page, hub: HubProcess, cameraPage: Page): Promise<string> {
  // Without a name of its own the browser asks for an icon, which there is none of.
  await page.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }))
  await page.goto(`${hub.url}/healthz`)
  return openRawViewer(page, await sessionOf(cameraPage))
}

const stateOf = (page: Page) => page.evaluate(() => window.viewer.state)
const statsOf = (page: Page) => page.evaluate(() => window.viewer.stats())
const liveWorkers = (page: Page) => page.workers().filter((worker) => worker.url().includes('live-encoder')).length
const signs = (page: Page) => page.getByTestId('camera-sign')

test('a camera sends its picture directly and by the relay, as large as it is shown, and nothing to nobody (LIVE-50, LIVE-51, LIVE-56, LIVE-58, LIVE-66)', async ({
  hub,
  openBrowser,
  trouble,
}) => {
  const cameraPage = await openBrowser()
  await signIn(cameraPage, hub, email, '/cameras')
  await addCamera(cameraPage, camera)
  await turnMotionOn(cameraPage, camera.name)
  const viewer = await openBrowser()
  const cameraId = await openViewer(viewer, hub, cameraPage)

  await viewer.evaluate((id) => window.viewer.look(id, { isDirect: true, width: 640 }), cameraId)
  await expect.poll(async () => (await stateOf(viewer)).directFrames).toBeGreaterThan(30)
  expect((await stateOf(viewer)).width).toBe(640)
  expect((await statsOf(viewer)).codec).toMatch(/VP8|H264/)
  await expect(cameraPage.getByRole('button', { name: '1 watching: ann' })).toBeVisible()

  await test.step('a tile gets less', async () => {
    await viewer.evaluate(() => {
      const { viewingId } = window.viewer.state
      window.viewer.send({ kind: 'size', viewingId, size: { width: 320, height: 180 } })
    })
    // A machine that was busy for a moment sends smaller pictures for ten seconds, and tries again.
    await expect.poll(async () => (await statsOf(viewer)).frameWidth, { timeout: 45_000 }).toBe(320)
  })

  const wantRelay = (isWanted: boolean) =>
    viewer.evaluate((wanted) => {
      const { viewingId } = window.viewer.state
      window.viewer.send({ kind: 'relay', viewingId, isWanted: wanted })
    }, isWanted)

  await test.step('the relay is encoded while it is wanted', async () => {
    expect(liveWorkers(cameraPage)).toBe(0)
    await wantRelay(true)
    await expect.poll(async () => (await stateOf(viewer)).decoded).toBeGreaterThan(45)
    const { chunks, decodedWidth } = await stateOf(viewer)
    expect([chunks[0]?.type, decodedWidth, liveWorkers(cameraPage)]).toEqual(['key', 320, 1])
    expect(chunks.filter(({ type }) => type === 'key').length).toBeGreaterThanOrEqual(2)
    await wantRelay(false)
    await expect.poll(() => liveWorkers(cameraPage)).toBe(0)
  })

  await viewer.evaluate(() => window.viewer.leave())
  await expect(cameraPage.getByRole('button', { name: /watching/ })).toHaveCount(0)
  // The camera is as it was: its own track was not touched.
  await expect(cameraPage.getByLabel(`Live picture of ${camera.name}`)).toBeVisible()
  expect(trouble).toEqual([])
})

test('who listens or talks is shown at the camera and can be stopped there; so is the siren (LIVE-60, LIVE-61, LIVE-62, LIVE-63, LIVE-65)', async ({
  openBrowser,
  trouble,
}) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'nightjar-e2e-'))
  const hub = new HubProcess({
    dataDir,
    env: { DEFAULT_TIER: 'PRO', ...namesNothing },
    startLimitMs: HUB_START_LIMIT_MS,
  })
  await hub.start()
  try {
    const cameraPage = await openBrowser()
    await signIn(cameraPage, hub, email, '/cameras')
    await addCamera(cameraPage, camera)
    const viewer = await openBrowser()
    const cameraId = await openViewer(viewer, hub, cameraPage)
    await turnSoundOn(cameraPage, hub, cameraId)

    await viewer.evaluate((id) => window.viewer.look(id, { isDirect: true, width: 640 }), cameraId)
    await expect.poll(async () => (await stateOf(viewer)).directFrames).toBeGreaterThan(5)
    expect((await statsOf(viewer)).soundPackets).toBe(0)

    await viewer.evaluate(() => window.viewer.act('listen-begin'))
    await expect(signs(cameraPage)).toContainText('ann@example.org listens at Front Door since')
    await expect.poll(async () => (await statsOf(viewer)).soundPackets).toBeGreaterThan(20)
    await viewer.evaluate(() => window.viewer.act('talk-begin'))
    await expect(signs(cameraPage).nth(1)).toContainText('talks at Front Door')
    await signs(cameraPage).first().getByRole('button', { name: 'Stop listening' }).click()
    await expect(signs(cameraPage)).toHaveCount(1)
    // What was on its way has come after a moment; then nothing more does.
    await viewer.waitForTimeout(500)
    const { soundPackets } = await statsOf(viewer)
    await viewer.waitForTimeout(500)
    expect((await statsOf(viewer)).soundPackets).toBe(soundPackets)

    await viewer.evaluate(() => window.viewer.act('siren-begin'))
    await expect(signs(cameraPage).filter({ hasText: 'sounds the siren' })).toBeVisible()
    await cameraPage.keyboard.press('Control+h')
    await expect(cameraPage.getByTestId('stealth')).toBeVisible()
    await expect(signs(cameraPage)).toHaveCount(1)
    await cameraPage.keyboard.press('Escape')
    await cameraPage.getByRole('button', { name: 'Stop the siren' }).click()
    await expect(signs(cameraPage)).toHaveCount(0)
    const refusals = () => viewer.evaluate(() => window.viewer.heard.filter(({ kind }) => kind === 'act-refused'))
    // The camera's page has taken the sign away before the hub has told the viewer.
    await expect.poll(refusals).toMatchObject([{ act: 'listen-begin' }, { act: 'talk-begin' }, { act: 'siren-begin' }])
    expect(trouble).toEqual([])
  } finally {
    await hub.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

/** As Settings do it; the camera opens its microphone. */
async function turnSoundOn(page: Page, hub: HubProcess, cameraId: string): Promise<void> {
  const { token, workspaceId } = await sessionOf(page)
  const headers = {
    authorization: `Bearer ${token}`,
    'x-workspace-id': workspaceId,
    'content-type': 'application/json',
  }
  const [listed] = await (await fetch(`${hub.url}/v1/cameras`, { headers })).json()
  const { name, location, deviceId, deviceLabel, motionSensitivity, isMotionEnabled } = listed
  const changed = { name, location, deviceId, deviceLabel, motionSensitivity, isMotionEnabled, isAudioEnabled: true }
  const body = JSON.stringify(changed)
  const answer = await fetch(`${hub.url}/v1/cameras/${cameraId}`, { method: 'PUT', headers, body })
  expect(answer.ok, await answer.text()).toBe(true)
  await page.reload()
  await expect(page.getByLabel(`Live picture of ${camera.name}`)).toBeVisible()
  // Browsers let a page sound once somebody has used it.
  await page.getByRole('heading', { name: 'Camera Management' }).click()
}
