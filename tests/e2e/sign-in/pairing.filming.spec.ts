import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HubProcess } from '../../../scripts/demo/hub-process.mjs'
import { addCamera, turnMotionOn } from '../../../scripts/demo/steps.mjs'
import { signIn } from '../support/signed-in'
import { expect, HUB_START_LIMIT_MS, namesNothing, test } from '../support/test'

const email = 'ann@example.org'
const camera = { name: 'Front Door', location: 'Hallway' }

test('by its link a second device becomes a camera in two presses and a permission, and the first goes on (PAIR-10, LAN-01)', async ({
  browser,
  openBrowser,
  trouble,
}) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'nightjar-e2e-'))
  const env = { DEFAULT_TIER: 'PRO', ...namesNothing, LAN: '1', LAN_PORT: '0', LAN_ADDRESSES: '127.0.0.1' }
  const hub = new HubProcess({ dataDir, env, startLimitMs: HUB_START_LIMIT_MS })
  await hub.start()
  const device = await browser.newContext({ ignoreHTTPSErrors: true, viewport: { width: 390, height: 844 } })
  try {
    const first = await openBrowser()
    await signIn(first, hub, email, '/cameras')
    await addCamera(first, camera)
    await turnMotionOn(first, camera.name)
    await first.getByRole('button', { name: 'Add another device' }).click()
    const dialog = first.getByRole('dialog', { name: 'Add another device' })
    await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible()
    const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue()
    expect(link).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/pair#/)

    const second = await device.newPage()
    second.on('pageerror', (error) => trouble.push(error.message))
    await second.goto(link)
    // Nobody reads it over a shoulder, nor in the history.
    await expect.poll(() => second.url()).toMatch(/\/pair$/)
    await second.getByRole('button', { name: 'Use this device as a camera' }).click()
    await expect(dialog.getByText(/^Opened on /)).toBeVisible()
    await expect(second.getByLabel('What this device sees')).toBeVisible()
    const name = await second.getByRole('textbox', { name: 'Camera name' }).inputValue()
    await second.getByRole('button', { name: 'Start watching' }).click()

    await expect(second.getByLabel(`Live picture of ${name}`)).toBeVisible()
    const card = second.getByRole('article', { name })
    // Its motion detection runs, and takes what moves.
    await expect(card.getByRole('meter')).toBeVisible()
    await expect(card.getByText('Recording', { exact: true })).toBeVisible({ timeout: 20_000 })
    await expect(dialog.getByText(`Watching as ${name}`)).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(first.getByLabel(`Live picture of ${camera.name}`)).toBeVisible()
    expect(new URL(first.url()).origin).toBe(hub.url)
    expect(trouble).toEqual([])
  } finally {
    await device.close()
    await hub.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
