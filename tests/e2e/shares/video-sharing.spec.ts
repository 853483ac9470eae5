import { axeFaults } from '../support/axe'
import { ClipDelivery } from '../support/clip-delivery'
import { haveSession } from '../support/signed-in'
import { expect, test } from '../support/test'

/** A dialog that goes gives the focus back within this. */
const SETTLE_MS = 500

test('a clip is shared, watched by somebody who knows its password and nothing else, and revoked; from its event it is shared by keys (SHARE-13, SHARE-16, SHARE-18, SHARE-21, SHARE-27, SHARE-28, CONST-05, UI-04)', async ({
  hub,
  openBrowser,
  trouble,
}) => {
  const page = await openBrowser()
  await haveSession(page, hub, 'ann@example.org')
  const delivery = await ClipDelivery.start(hub, page)
  await delivery.deliver(await delivery.addCamera('Garden'), Date.now() - 60_000, [0, 1, 2, 3])
  // By its address: the screen does not know yet what the hub offers.
  await page.goto(`${hub.url}/video-sharing`)
  await expect(page.getByText('Nothing is shared')).toBeVisible()
  await page.getByLabel('Title').fill('Fox at dawn')
  await page.getByRole('radio').first().focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('radio').first()).toBeChecked()
  await page.getByLabel('Password Protection').check()
  await page.getByLabel('Password', { exact: true }).last().fill('correct horse')
  await page.getByRole('switch', { name: 'Public Share' }).check()
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Create Secure Share' }).click()
  const share = page.locator('main').getByRole('listitem').filter({ hasText: 'Fox at dawn' })
  await expect(share.getByText('Password protected')).toBeVisible()
  const link = (await share.getByText('/s/').textContent()) ?? ''
  expect(trouble).toEqual([])

  const stranger = await openBrowser()
  await stranger.goto(link)
  await expect(stranger.getByText('Fox at dawn')).toHaveCount(0)
  expect(await axeFaults(stranger)).toEqual([])
  // The field has the focus: a keyboard is enough.
  await stranger.keyboard.type('correct horse')
  await stranger.keyboard.press('Enter')
  await expect(stranger.getByRole('heading', { name: 'Fox at dawn' })).toBeVisible()
  const film = stranger.locator('video')
  await film.evaluate((video: HTMLVideoElement) => video.play())
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0)
  await expect(stranger.locator('#broken')).toBeHidden()
  expect(await axeFaults(stranger)).toEqual([])
  expect(await stranger.content()).not.toContain('Garden')
  expect(await stranger.evaluate(() => document.cookie)).toBe('')
  expect(trouble).toEqual([])

  // The machine has slept over the end of the film's link: only the clock on the wall went on.
  const sleep = () =>
    stranger.evaluate(() => {
      const awakeMs = Date.now
      Date.now = () => awakeMs() + 3_600_000
    })
  await sleep()
  await stranger.route(/\/clip\?/, (route) => route.fulfill({ status: 404 }), { times: 1 })
  const isNewPage = stranger.waitForEvent('domcontentloaded')
  await film.evaluate((video: HTMLVideoElement) => video.load())
  await isNewPage
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(0)
  await expect(stranger.locator('#broken')).toBeHidden()
  // It goes on where it stood.
  await sleep()
  const isNextPage = stranger.waitForEvent('domcontentloaded')
  await film.evaluate((video: HTMLVideoElement) => {
    video.currentTime = 2
    video.dispatchEvent(new Event('error'))
  })
  await isNextPage
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBe(2)

  await share.getByRole('button', { name: 'Revoke Access' }).click()
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(page.getByText('Nothing is shared')).toBeVisible()
  const answer = await stranger.reload()
  expect(answer?.status()).toBe(404)
  await expect(stranger.getByRole('heading', { name: 'Nothing here' })).toBeVisible()

  await page.getByRole('link', { name: 'Events', exact: true }).click()
  await page.getByRole('button', { name: /^Share Motion/ }).press('Enter')
  const dialog = page.getByRole('dialog')
  // Tab goes round, to what had scrolled out of sight.
  await page.setViewportSize({ width: 640, height: 400 })
  const create = dialog.getByRole('button', { name: 'Create Secure Share' })
  await create.scrollIntoViewIfNeeded()
  await expect(dialog.getByLabel('Title')).not.toBeInViewport()
  await dialog.getByRole('button', { name: 'Close' }).focus()
  await page.keyboard.press('Tab')
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await expect(dialog.getByLabel('Title')).toBeInViewport({ ratio: 1 })
  // Under a pointer nothing moves away: it would be let go over something else.
  await create.evaluate((button) => {
    button.scrollIntoView({ block: 'end' })
    button.closest('.chakra-dialog__body')?.scrollBy(0, -20)
  })
  const { x = 0, y = 0 } = (await create.boundingBox()) ?? {}
  await page.mouse.move(x + 20, y + 5)
  await page.mouse.down()
  await expect(create).toBeFocused()
  expect((await create.boundingBox())?.y).toBe(y)
  await page.mouse.move(5, 5)
  await page.mouse.up()
  await dialog.getByLabel('Title').fill('Fox at noon')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('textbox', { name: 'Link' })).toBeFocused()
  // What was pressed to open it has the focus for a moment as the form goes: the link stays all the same.
  await page.waitForTimeout(SETTLE_MS)
  await expect(dialog.getByRole('textbox', { name: 'Link' })).toHaveValue(/\/s\//)
  // The toast that tells of it is reached and closed by keys, and the focus comes back.
  const toasts = page.getByRole('region', { name: /^Notifications/ })
  await page.keyboard.press('Alt+t')
  await expect(toasts).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(toasts.getByRole('button').first()).toBeFocused()
  const count = await toasts.getByRole('button').count()
  await page.keyboard.press('Enter')
  await expect(toasts.getByRole('button')).toHaveCount(count - 1)
  await expect(page.locator('[role=dialog]:focus-within')).toBeVisible()
})
