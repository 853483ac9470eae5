import type { Locator } from '@playwright/test'
import { ClipDelivery } from '../support/clip-delivery'
import { haveSession } from '../support/signed-in'
import { expect, test } from '../support/test'

/** The ring around what is drawn, as somebody sees it who goes by the Tab key. */
const ringOf = (input: Locator) =>
  input.evaluate((element) => getComputedStyle(element.closest('[data-part=control]') ?? element).outlineStyle)

test('every switch and choice is one by its role, and is pressed by role, label, words and key (CAM-20, NOTIF-02, NOTIF-07, SHARE-05, SHARE-06, BILL-05, MODE-13, UI-04)', async ({
  hub,
  openBrowser,
  trouble,
}) => {
  const page = await openBrowser()
  await haveSession(page, hub, 'switches@example.org')
  const delivery = await ClipDelivery.start(hub, page)
  await delivery.addCamera('Door')

  await test.step('on Notifications, where each press is one call', async () => {
    const sent: unknown[] = []
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent.push(request.postDataJSON().notifyOnError)
    })
    await page.goto(`${hub.url}/notifications`)
    const status = page.getByRole('switch', { name: 'System Status' })
    const isSaved = () => expect(page.getByRole('switch', { disabled: true })).toHaveCount(0)
    await status.click()
    await isSaved()
    await page.getByLabel('System Status').uncheck()
    await isSaved()
    await page.getByText('System Status').click()
    await isSaved()
    await page.getByText('goes offline, or comes back online').click()
    await isSaved()
    await status.press('Space')
    await isSaved()
    expect(sent).toEqual([true, false, true, false, true])
    expect(await ringOf(status), 'reached by key').toBe('solid')
    await page.getByRole('switch', { name: 'Slack' }).check()
    await expect(page.getByText('Integration config slackEnabled updated successfully')).toBeVisible()
    expect(await ringOf(page.getByRole('switch', { name: 'Slack' })), 'reached by pointer').toBe('none')
  })

  await test.step('on Cameras', async () => {
    await page.goto(`${hub.url}/cameras`)
    const motion = page.getByRole('switch', { name: 'Motion Detection' })
    await motion.check()
    await expect(motion).toBeEnabled()
    await expect(motion).toBeChecked()
    await page.getByLabel('Motion Detection').uncheck()
    await expect(motion).toBeEnabled()
    await expect(motion).not.toBeChecked()
  })

  await test.step('as are the choices of its settings', async () => {
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    const dialog = page.getByRole('dialog')
    const chosen = dialog.getByRole('radio', { name: 'Only what I choose' })
    await chosen.check()
    const animals = dialog.getByRole('checkbox', { name: 'Animals' })
    await animals.click()
    await expect(animals).toBeChecked()
    await dialog.getByText('Animals', { exact: true }).click()
    await expect(animals).not.toBeChecked()
    await dialog.getByLabel('Animals').check()
    await dialog.getByRole('radio', { name: 'Everything' }).check()
    await expect(chosen).not.toBeChecked()
    await page.keyboard.press('Escape')
  })

  await test.step('on Video Sharing', async () => {
    await page.goto(`${hub.url}/video-sharing`)
    await page.getByRole('switch', { name: 'Password Protection' }).check()
    await expect(page.locator('input[type=password]')).toBeVisible()
    await page.getByLabel('Password Protection').uncheck()
    await page.getByRole('switch', { name: 'Public Share' }).check()
  })

  await test.step('on Billing', async () => {
    await page.goto(`${hub.url}/billing`)
    await page.getByRole('switch', { name: 'Yearly' }).check()
    await expect(page.getByText('$5.99')).toBeVisible()
    await page.getByLabel('Yearly (40% off)').uncheck()
    await expect(page.getByText('$9.99')).toBeVisible()
  })

  await test.step('on Modes', async () => {
    await page.goto(`${hub.url}/modes`)
    const notify = page.getByRole('switch', { name: 'Door, Home: notify' })
    await expect(notify).not.toBeChecked()
    await notify.click()
    await expect(notify).toBeChecked()
  })
  expect(trouble).toEqual([])
})
