import type { Page } from '@playwright/test'
import { cameraRhythm } from '../../support/engine/rhythm-clip'
import { ClipDelivery } from '../support/clip-delivery'
import { haveSession, signIn } from '../support/signed-in'
import { expect, test } from '../support/test'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const clip = cameraRhythm(4.8)
const plainClip = cameraRhythm(0)

const player = (page: Page) => page.getByRole('dialog')
const picture = (page: Page) => player(page).locator('video')
const timeOf = (page: Page) => picture(page).evaluate((video: HTMLVideoElement) => video.currentTime)
const isPaused = (page: Page) => picture(page).evaluate((video: HTMLVideoElement) => video.paused)
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')

test('the dashboard shows the day of each camera; clips play from it in place and the keys lead through them', async ({
  hub,
  openBrowser,
  trouble,
}) => {
  const page = await openBrowser()
  await haveSession(page, hub, 'strip@example.org')
  const delivery = await ClipDelivery.start(hub, page)
  const door = await delivery.addCamera('Front Door')
  const nowMs = Date.now()
  for (const hoursAgo of [20, 9, 5, 2.5]) await delivery.deliver(door, nowMs - hoursAgo * HOUR_MS, clip)
  await page.goto(`${hub.url}/dashboard`)
  const row = page.getByRole('listbox', { name: 'Front Door: 4 events, the last 2 hours ago' })
  await expect(row.getByRole('option')).toHaveCount(4)

  await test.step('a mark under the pointer tells what it is, with its picture', async () => {
    const mark = await row.getByRole('option').nth(1).boundingBox()
    if (mark === null) throw new Error('no mark')
    await page.mouse.move(mark.x + 14, mark.y + 3)
    const card = page.getByTestId('activity-card')
    await expect(card.getByText('Motion at Front Door')).toBeVisible()
    await expect.poll(() => card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640)
    await page.mouse.click(mark.x + 14, mark.y + 3)
    await expect(player(page).getByText('3 of 4')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(player(page)).toBeHidden()
  })

  await test.step('Enter opens one; the moment of motion is marked; arrows and the space bar do their work', async () => {
    await page.mouse.move(0, 0)
    await row.focus()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await expect(player(page).getByRole('heading', { name: 'Motion at Front Door' })).toBeVisible()
    await expect(player(page).getByText('1 of 4')).toBeVisible()
    await expect(player(page).getByRole('button', { name: 'Motion at 0:04' })).toBeVisible()
    await expect.poll(() => timeOf(page)).toBeGreaterThan(0.3)
    await page.keyboard.press('Space')
    await expect.poll(() => isPaused(page)).toBe(true)
    await page.keyboard.press('Space')
    await expect.poll(() => isPaused(page)).toBe(false)
    await page.keyboard.press('ArrowRight')
    await expect(player(page).getByText('2 of 4')).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect(player(page).getByText('1 of 4')).toBeVisible()
    await player(page).getByRole('button', { name: 'Motion at 0:04' }).click()
    await expect.poll(() => timeOf(page)).toBeGreaterThan(4.5)
  })

  await test.step('on the time line, arrows move within the recording instead', async () => {
    await page.keyboard.press('Space')
    const line = player(page).getByRole('slider')
    await line.focus()
    const before = await timeOf(page)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => timeOf(page)).toBeGreaterThan(before + 0.5)
    await expect(player(page).getByText('1 of 4')).toBeVisible()
  })

  await test.step('Escape closes it and gives the focus back', async () => {
    await page.keyboard.press('Escape')
    await expect(player(page)).toBeHidden()
    await expect.poll(() => focused(page)).toMatch(/^Front Door: 4 events/)
  })
  expect(trouble).toEqual([])
})

test('Events has thumbnails, the rows of the specification, a new tab for View Clip and a player in place (EVT-01, EVT-02, EVT-05, EVT-06, EVT-07, EVT-08, EVT-09, EVT-10, EVT-12)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  await signIn(page, hub, 'events@example.org')
  const delivery = await ClipDelivery.start(hub, page)
  const door = await delivery.addCamera('Front Door')
  for (let index = 0; index < 6; index++) await delivery.deliver(door, Date.now() - index * MINUTE_MS, plainClip)
  await page.getByRole('link', { name: 'Events', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Security Events' })).toBeVisible()
  await expect(page.getByPlaceholder('Search events...')).toBeVisible()
  const row = page.getByRole('list', { name: 'Events' }).getByRole('listitem').first()
  for (const text of ['MOTION', 'Front Door', 'Motion at Front Door']) {
    await expect(row.getByText(text, { exact: true })).toBeVisible()
  }
  await expect(row.getByText(/^Recorded: .*\d/)).toBeVisible()
  const thumbnail = row.getByRole('img', { name: 'Picture from Front Door' })
  await expect(thumbnail).toHaveAttribute('loading', 'lazy')
  await expect.poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640)
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages.locator('button')).toHaveText(['Previous', '1', '2', 'Next'])

  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    row.getByRole('button', { name: 'View Clip' }).click(),
  ])
  await tab.waitForURL(/\/media\//)
  await tab.close()
  await expect(player(page)).toBeHidden()

  const play = row.getByRole('button', { name: 'Play Motion at Front Door' })
  await play.click()
  await expect.poll(() => timeOf(page)).toBeGreaterThan(0.3)
  await expect(player(page).getByText('1 of 5')).toBeVisible()
  // The length alone says nothing of when the motion was.
  await expect(player(page).getByRole('button', { name: /^Motion at/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(play).toBeFocused()
})

test('Videos has cards as specified, played in place and downloaded (VID-01, VID-05, VID-06, VID-07, VID-08, VID-09, VID-10, VID-11, VID-12, FMT-01)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  await signIn(page, hub, 'videos@example.org')
  const delivery = await ClipDelivery.start(hub, page)
  await delivery.deliver(await delivery.addCamera('Garage'), Date.now() - HOUR_MS, plainClip)
  await page.getByRole('link', { name: 'Videos', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Video Recordings' })).toBeVisible()
  const card = page.getByRole('article')
  for (const text of ['Garage', 'MOTION']) await expect(card.getByText(text, { exact: true })).toBeVisible()
  // HD until the hub has measured it.
  await expect(card.getByText(/^(SD|HD)$/)).toBeVisible()
  await expect(card.getByRole('heading', { name: 'Garage · motion' })).toBeVisible()
  await expect(card.getByText(/\d{4}.* · \d+\.\d\d\s(KB|MB)$/)).toBeVisible()
  await expect(card.getByRole('button', { name: 'Download' })).toBeVisible()
  await card.getByRole('button', { name: 'Play Garage · motion' }).click()
  await expect.poll(() => timeOf(page)).toBeGreaterThan(0.3)
  await expect(player(page).getByRole('button', { name: 'Download' })).toBeVisible()
})

test('a recording that does not play says why and leaves a way on', async ({ hub, openBrowser }) => {
  const page = await openBrowser()
  await signIn(page, hub, 'failing@example.org')
  const delivery = await ClipDelivery.start(hub, page)
  const door = await delivery.addCamera('Front Door')
  await delivery.deliver(door, Date.now() - HOUR_MS, null)
  await delivery.deliver(door, Date.now() - 2 * HOUR_MS, plainClip)
  await page.getByRole('link', { name: 'Videos', exact: true }).click()
  const cards = page.getByRole('article')

  await cards.first().getByRole('button', { name: /^Play/ }).click()
  await expect(player(page).getByText(/^This browser cannot play this recording\./)).toBeVisible()
  await expect(player(page).getByRole('button', { name: 'Download' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => timeOf(page)).toBeGreaterThan(0.3)
  await page.keyboard.press('Escape')

  await page.route('**/v1/videos/*', (route) => route.abort())
  await cards.last().getByRole('button', { name: /^Play/ }).click()
  await expect(player(page).getByText(/^This recording could not be fetched\./)).toBeVisible()
  await page.unroute('**/v1/videos/*')
  await player(page).getByRole('button', { name: 'Try Again' }).click()
  await expect.poll(() => timeOf(page)).toBeGreaterThan(0.3)
  await page.keyboard.press('Escape')

  await page.route('**/v1/videos/*', (route) =>
    route.fulfill({ status: 404, json: { code: 'not-found', message: '' } }),
  )
  await cards.last().getByRole('button', { name: /^Play/ }).click()
  await expect(player(page).getByText(/^This recording is no longer on the hub\./)).toBeVisible()
  await expect(player(page).getByRole('button', { name: 'Try Again' })).toHaveCount(0)
})

test('a hundred events in a day stay readable at 360 px: nothing scrolls sideways, the row is one stop of Tab, an alert is red (DASH-11)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  await page.setViewportSize({ width: 360, height: 740 })
  await haveSession(page, hub, 'crowd@example.org')
  const types = ['MOTION', 'MOTION', 'PERSON', 'ALERT']
  const events = Array.from({ length: 100 }, (_, id) => ({
    id: `e${id}`,
    type: types[id % 4],
    title: `Event ${id}`,
    message: '',
    videoId: `v${id}`,
    createdAt: new Date(Date.now() - id * 10 * MINUTE_MS).toISOString(),
    video: { thumbnailUrl: null, camera: { name: id % 3 === 0 ? 'Garage' : 'Front Door' } },
  }))
  await page.route('**/v1/notifications?*', (route) => route.fulfill({ json: { events, total: 140 } }))
  await page.goto(`${hub.url}/dashboard`)
  const row = page.getByRole('listbox', { name: /^Front Door: 66 events/ })
  await expect(row.getByRole('option')).toHaveCount(66)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  for (const type of ['MOTION', 'PERSON', 'ALERT']) {
    expect(await row.locator(`[data-shape=${type}]`).count(), type).toBeGreaterThan(10)
  }
  await row.focus()
  await page.keyboard.press('End')
  const card = await page.getByTestId('activity-card').boundingBox()
  if (card === null) throw new Error('no card')
  expect(card.x).toBeGreaterThanOrEqual(0)
  expect(card.x + card.width).toBeLessThanOrEqual(360)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('listbox', { name: /^Garage: 34 events/ })).toBeFocused()
  await expect(page.getByText('The newest 100 of 140 events; the hatched part holds the others.')).toBeVisible()
  const badge = page.getByRole('list', { name: 'Recent Activity' }).getByText('ALERT', { exact: true })
  const [red, green, blue] = await badge.evaluate((element) =>
    (getComputedStyle(element).backgroundColor.match(/\d+/g) ?? []).map(Number),
  )
  expect(red).toBeGreaterThan(2 * Math.max(green ?? 255, blue ?? 255))
})
