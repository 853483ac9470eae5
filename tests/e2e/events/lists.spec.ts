import type { Locator, Page } from '@playwright/test'
import { cameraRhythm } from '../../support/engine/rhythm-clip'
import { ClipDelivery } from '../support/clip-delivery'
import { signIn } from '../support/signed-in'
import { expect, test } from '../support/test'

const MINUTE_MS = 60_000
const plainClip = cameraRhythm(0)

/** One fade that the browser was asked for. */
interface Fade {
  readonly from: string
  readonly to: string
  readonly durationMs: number
  readonly text: string
}

/** Notes every fade of the page from its first moment; to be called before it is opened. */
async function watchFades(page: Page): Promise<() => Promise<Fade[]>> {
  await page.addInitScript(() => {
    const fades: Fade[] = []
    Object.assign(window, { fades })
    const { animate } = Element.prototype
    Element.prototype.animate = function (keyframes, options) {
      const { opacity } = keyframes as { opacity?: string[] }
      const { duration } = options as KeyframeAnimationOptions
      if (opacity !== undefined) {
        const [from = '', to = ''] = [opacity[0], opacity.at(-1)].map(String)
        fades.push({ from, to, durationMs: Number(duration), text: this.textContent ?? '' })
      }
      return animate.call(this, keyframes, options)
    }
  })
  return () => page.evaluate(() => (window as unknown as { fades: Fade[] }).fades)
}

test('an event that comes while the list is open fades in; those that were there stand still, line below line (UI-02, FACE-09)', async ({
  hub,
  openBrowser,
  trouble,
}) => {
  const page = await openBrowser()
  const fades = await watchFades(page)
  const motion = page.waitForResponse(/moving-[^/]*\.js$/)
  await signIn(page, hub, 'new-events@example.org')
  const delivery = await ClipDelivery.start(hub, page)
  const door = await delivery.addCamera('Front Door')
  await delivery.deliver(door, Date.now() - 2 * MINUTE_MS, plainClip)
  await motion
  await page.getByRole('link', { name: 'Events', exact: true }).click()
  const rows = page.getByRole('list', { name: 'Events' }).getByRole('listitem')
  await expect(rows).toHaveCount(1)
  expect(await fades()).toEqual([])
  await delivery.deliver(door, Date.now() - MINUTE_MS, plainClip)
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toHaveCSS('opacity', '1')
  const seen = await fades()
  expect(seen.map(({ from, to, durationMs }) => [from, to, durationMs])).toEqual([['0', '1', 200]])
  expect(seen[0]?.text).toContain('Motion at Front Door')
  // In a wide window a row is one line, the same thing in the same column.
  await page.setViewportSize({ width: 1440, height: 900 })
  const boxes = async (text: RegExp) => Promise.all((await rows.getByText(text).all()).map((one) => one.boundingBox()))
  for (const text of [/^Motion at/, /^Recorded:/, /^View Clip/]) {
    const [first, second] = await boxes(text)
    expect([text, first?.x]).toEqual([text, second?.x])
  }
  expect(await heightOf(rows.first())).toBeLessThanOrEqual(80)
  expect(trouble).toEqual([])
})

const heightOf = async (element: Locator) => Math.round((await element.boundingBox())?.height ?? 0)

for (const { path, call, list } of [
  { path: '/videos', call: /\/v1\/videos\?/, list: (page: Page) => page.locator('main article') },
  { path: '/events', call: /\/v1\/notifications\?/, list: (page: Page) => page.locator('main ul > li') },
]) {
  test(`what loads at ${path} takes as much room as what comes in its place (UI-03)`, async ({ hub, openBrowser }) => {
    const page = await openBrowser()
    await signIn(page, hub, 'room@example.org')
    const delivery = await ClipDelivery.start(hub, page)
    const door = await delivery.addCamera('Front Door')
    await delivery.deliver(door, Date.now() - MINUTE_MS, plainClip)
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 900 })
      let letGo = () => {}
      const held = new Promise<void>((resolve) => {
        letGo = resolve
      })
      await page.route(call, async (route) => {
        await held
        await route.continue()
      })
      await page.goto(`${hub.url}${path}`)
      const loading = page.getByLabel('Loading')
      await expect(loading).toBeVisible()
      const before = await heightOf(list(page).first())
      letGo()
      await expect(loading).toBeHidden()
      await page.unroute(call)
      expect([width, before]).toEqual([width, await heightOf(list(page).first())])
    }
  })
}

test('what an event is called and how old it is show as far as there is room, and no further (UI-08)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  await signIn(page, hub, 'long-title@example.org')
  const delivery = await ClipDelivery.start(hub, page)
  await delivery.deliver(await delivery.addCamera('Kellereingang'.repeat(6)), Date.now() - 24.5 * MINUTE_MS, plainClip)
  const title = page.locator('main p').filter({ hasText: /^Motion at Keller/ })
  for (const path of ['/events', '/dashboard', '/ai-chat']) {
    await page.goto(`${hub.url}${path}`)
    await expect(title).toBeVisible()
    const room = await title.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return (range.getClientRects()[0]?.width ?? 0) / element.clientWidth
    })
    expect([path, room]).toEqual([path, expect.closeTo(1, 0)])
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${hub.url}/dashboard`)
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  const age = page.locator('main li time').first()
  await expect(age).toHaveText(/minutes ago/)
  const overPx = await age.evaluate((element) => {
    const edge = element.closest('li')?.getBoundingClientRect().right ?? 0
    return element.getBoundingClientRect().right - edge
  })
  expect(overPx).toBeLessThanOrEqual(0)
})
