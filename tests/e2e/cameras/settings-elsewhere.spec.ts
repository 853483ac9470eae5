import { signIn } from '../support/signed-in'
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
