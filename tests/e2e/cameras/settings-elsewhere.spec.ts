import { ClipDelivery } from '../support/clip-delivery'
import { haveSession, signIn } from '../support/signed-in'
import { expect, test } from '../support/test'

test('settings of a camera of another machine take the focus, and give it back (UI-04)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  await signIn(page, hub, 'elsewhere@example.org', '/cameras')
  await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}`, 'content-type': 'application/json' }
    const camera = { name: 'Barn', location: 'Field', deviceId: 'of-another-machine', deviceLabel: 'Webcam' }
    await fetch('/v1/cameras', { method: 'POST', headers, body: JSON.stringify(camera) })
  })
  const open = page.getByRole('article', { name: 'Barn' }).getByRole('button', { name: 'Settings' })
  await page.reload()
  await open.press('Enter')
  const settings = page.getByRole('dialog', { name: 'Settings of Barn' })
  await expect(settings.getByRole('slider')).toBeVisible()
  await expect.poll(() => settings.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(open).toBeFocused()
})

test('the switch for sound says on FREE where there is sound, once the pointer rests on it (CAM-38, UI-04)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  await haveSession(page, hub, 'silent@example.org')
  await (await ClipDelivery.start(hub, page)).addCamera('Barn')
  await page.goto(`${hub.url}/cameras`)
  await page.getByRole('button', { name: 'Settings' }).click()
  const audio = page.getByRole('switch', { name: 'Audio', exact: true })
  await expect(audio).toBeDisabled()
  await expect(audio).toHaveAccessibleDescription('Available on Pro or Team tier')
  const hint = page.getByText('Available on Pro or Team tier')
  await expect(hint).toHaveCount(0)
  for (const place of [audio, page.getByText('Audio', { exact: true })]) {
    await place.hover()
    await expect(hint).toBeVisible()
    await page.mouse.move(0, 0)
    await expect(hint).toHaveCount(0)
  }
})
