import type { Page } from '@playwright/test'
import { addCamera, turnMotionOn } from '../../../scripts/demo/steps.mjs'
import { signIn } from '../support/signed-in'
import { expect, test } from '../support/test'

const camera = { name: 'Front Door', location: 'Hallway' }

const overlay = (page: Page) => page.getByTestId('stealth')
const hint = (page: Page) => page.getByTestId('stealth-hint')
const button = (page: Page) => page.getByRole('button', { name: 'Stealth Mode' })
const floating = (page: Page) => page.getByRole('button', { name: 'Enter stealth' })

/** Counts wake locks that are held, in the page: headless Chromium has no screen of its own. */
async function watchWakeLock(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const held = new Set<EventTarget>()
    Object.assign(window, { heldLocks: held })
    Object.defineProperty(navigator, 'wakeLock', {
      value: {
        request: async () => {
          const sentinel = Object.assign(new EventTarget(), {
            released: false,
            release: async () => {
              sentinel.released = true
              held.delete(sentinel)
              sentinel.dispatchEvent(new Event('release'))
            },
          })
          held.add(sentinel)
          return sentinel
        },
      },
    })
  })
  return () => page.evaluate(() => (window as unknown as { heldLocks: Set<unknown> }).heldLocks.size)
}

test('without an active camera there is no stealth mode (STEALTH-04)', async ({ hub, openBrowser }) => {
  const page = await openBrowser()
  await signIn(page, hub, 'none@example.org', '/cameras')
  await expect(button(page)).toBeDisabled()
  await page.keyboard.press('Control+h')
  await page.waitForTimeout(2_500)
  await expect(floating(page)).toBeHidden()
  await expect(overlay(page)).toBeHidden()
})

test('the screen turns black while the cameras go on', async ({ hub, openBrowser, trouble }) => {
  const page = await openBrowser()
  const heldLocks = await watchWakeLock(page)
  await signIn(page, hub, 'ann@example.org', '/cameras')
  await addCamera(page, camera)

  await test.step('the floating button comes 2 s after the camera runs (STEALTH-03, X-38)', async () => {
    await expect(button(page)).toBeEnabled()
    const enabledAtMs = Date.now()
    await expect(floating(page)).toBeVisible()
    await expect(page.getByText('Stealth Mode')).toHaveCount(1)
    expect(Date.now() - enabledAtMs).toBeGreaterThan(1_000)
    expect(await floating(page).evaluate((element) => getComputedStyle(element).position)).toBe('fixed')
    await floating(page).click()
    await expect(overlay(page)).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('the button begins it, over the whole window (STEALTH-01, STEALTH-11, CAM-04, CAM-13)', async () => {
    await expect(overlay(page)).toBeHidden()
    await page.evaluate(() => scrollTo(0, 40))
    await button(page).click()
    await expect(hint(page)).toBeVisible()
    expect(await overlay(page).boundingBox()).toEqual({ x: 0, y: 0, width: 1440, height: 900 })
    const style = await overlay(page).evaluate((element) => {
      const { position, backgroundColor } = getComputedStyle(element)
      return { position, backgroundColor }
    })
    expect(style).toEqual({ position: 'fixed', backgroundColor: 'rgb(0, 0, 0)' })
  })

  await test.step('it has the focus, and a name for screen readers', async () => {
    await expect(page.getByRole('dialog', { name: /Stealth mode is on.*Escape/ })).toBeVisible()
    for (const key of ['Tab', 'Tab', 'Shift+Tab']) await page.keyboard.press(key)
    const holder = await page.evaluate(() => document.activeElement?.closest('main, nav')?.tagName ?? 'none')
    expect(holder).toBe('none')
  })

  await test.step('it keeps the screen awake, with motion off (STEALTH-08)', async () => {
    expect(await heldLocks()).toBe(1)
  })

  await test.step('nothing scrolls (STEALTH-09)', async () => {
    await page.setViewportSize({ width: 1440, height: 300 })
    const before = await page.evaluate(() => scrollY)
    await page.mouse.move(700, 150)
    await page.mouse.wheel(0, 400)
    await page.keyboard.press('End')
    await page.waitForTimeout(300)
    expect(await page.evaluate(() => [scrollY, getComputedStyle(document.body).overflow])).toEqual([before, 'hidden'])
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('no other key reaches the app', async () => {
    await page.keyboard.press('Control+b')
    await page.keyboard.press('Escape')
    await expect(overlay(page)).toBeHidden()
    expect((await page.getByTestId('sidebar').boundingBox())?.width).toBe(256)
  })

  await test.step('Escape left it: the focus is back, the screen may sleep (STEALTH-05)', async () => {
    await expect(button(page)).toBeFocused()
    await expect(page.getByText('The black screen is gone.')).toBeAttached()
    await expect(page.getByText('Stealth Mode')).toHaveCount(1)
    expect(await heldLocks()).toBe(0)
    expect(await page.evaluate(() => getComputedStyle(document.body).overflow)).not.toBe('hidden')
  })

  await test.step('a click leaves it (STEALTH-06)', async () => {
    await button(page).click()
    await expect(overlay(page)).toBeVisible()
    await page.mouse.click(300, 500)
    await expect(overlay(page)).toBeHidden()
  })

  await test.step('Ctrl+H and Cmd+H toggle it, on other screens too, and are kept from the browser (STEALTH-02, X-40)', async () => {
    await page.evaluate(() => {
      Object.assign(window, { prevented: [] })
      const note = (event: Event) =>
        (window as unknown as { prevented: boolean[] }).prevented.push(event.defaultPrevented)
      addEventListener('keyup', (event) => event.key === 'h' && note(event))
      const listen = EventTarget.prototype.dispatchEvent.bind(document.body)
      const event = new KeyboardEvent('keydown', { key: 'h', ctrlKey: true, bubbles: true, cancelable: true })
      Object.assign(window, { wasPrevented: !listen(event) })
    })
    expect(await page.evaluate(() => (window as unknown as { wasPrevented: boolean }).wasPrevented)).toBe(true)
    await expect(overlay(page)).toBeVisible()
    await page.keyboard.press('Control+h')
    await expect(overlay(page)).toBeHidden()
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await page.keyboard.press('Meta+h')
    await expect(overlay(page)).toBeVisible()
    await page.keyboard.press('Meta+h')
    await expect(overlay(page)).toBeHidden()
  })

  await test.step('the hint goes after 10 s (STEALTH-07), and motion is measured on', async () => {
    await page.getByRole('link', { name: 'Cameras', exact: true }).click()
    await turnMotionOn(page, camera.name)
    const meter = page.getByRole('article', { name: camera.name }).locator('[role=meter]')
    await page.keyboard.press('Control+h')
    const beganAtMs = Date.now()
    await expect(hint(page)).toBeVisible()
    // Somebody walks past within 17 s, and the meter behind the black screen tells.
    await expect(hint(page)).toBeHidden()
    expect(Date.now() - beganAtMs).toBeGreaterThan(9_500)
    await expect(overlay(page)).toBeVisible()
    await expect(meter).toHaveAttribute('aria-valuetext', 'motion', { timeout: 30_000 })
    await page.keyboard.press('Escape')
    await expect(overlay(page)).toBeHidden()
    expect(await heldLocks(), 'motion still wants the screen awake').toBe(1)
  })

  await test.step('over an open dialog, Escape leaves stealth mode and not the dialog', async () => {
    await page.getByRole('article', { name: camera.name }).getByRole('button', { name: 'Settings' }).click()
    const settings = page.getByRole('dialog', { name: `Settings of ${camera.name}` })
    await expect(settings).toBeVisible()
    await page.keyboard.press('Control+h')
    await expect(overlay(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(overlay(page)).toBeHidden()
    await expect(settings).toBeVisible()
  })

  expect(trouble).toEqual([])
})

test('on a phone the floating button is a bar that lies on nothing that is scrolled into view (STEALTH-03)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  await signIn(page, hub, 'phone@example.org', '/cameras')
  await addCamera(page, camera)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(floating(page)).toBeVisible()
  await expect.poll(() => floating(page).evaluate((element) => element.getAnimations().length)).toBe(0)
  const card = page.getByRole('article', { name: camera.name })
  const shown = [
    card.getByText('ONLINE'),
    card.getByText('Motion Detection'),
    card.getByRole('button', { name: 'Settings' }),
    page.getByRole('button', { name: 'Setup Instructions' }),
  ]
  for (const element of shown) {
    await page.evaluate(() => scrollTo(0, 0))
    await element.evaluate((target) => target.scrollIntoView({ block: 'nearest', behavior: 'instant' }))
    const [bar, box] = [await floating(page).boundingBox(), await element.boundingBox()]
    if (bar === null || box === null) throw new Error('no place')
    // Above the bar of the navigation.
    expect(bar.y + bar.height).toBe(844 - 56)
    expect(box.y + box.height, await element.innerText()).toBeLessThanOrEqual(bar.y)
  }
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const [bar, last] = [await floating(page).boundingBox(), await shown.at(-1)?.boundingBox()]
  expect((last?.y ?? 844) + (last?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
})

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('one finger leaves, two do nothing (STEALTH-06, STEALTH-10, X-39)', async ({ hub, browser }) => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    const page = await context.newPage()
    await signIn(page, hub, 'touch@example.org', '/cameras')
    await page.getByText('Camera access granted.').waitFor()
    await page.getByRole('button', { name: 'Add Camera' }).click()
    await page.getByLabel('Camera name').fill(camera.name)
    await page.getByLabel('Location').fill(camera.location)
    await page.getByLabel('Camera device').selectOption({ index: 1 })
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(button(page)).toBeEnabled()
    await button(page).tap()
    await expect(overlay(page)).toBeVisible()
    // Listens after the app, on the bubbling way: what the app prevented is prevented by then.
    await page.evaluate(() => {
      Object.assign(window, { touches: [] })
      for (const type of ['touchstart', 'touchmove'])
        addEventListener(type, (event) => {
          if (!(event instanceof TouchEvent)) return
          ;(window as unknown as { touches: unknown[] }).touches.push([event.touches.length, event.defaultPrevented])
        })
    })
    const cdp = await context.newCDPSession(page)
    const fingers = (...points: [number, number][]) => points.map(([x, y], id) => ({ x, y, id }))
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints: fingers(...points) })
    await touch('touchStart', [100, 300])
    await touch('touchStart', [100, 300], [250, 500])
    await touch('touchMove', [60, 250], [290, 560])
    await touch('touchEnd')
    const seen = await page.evaluate(() => (window as unknown as { touches: [number, boolean][] }).touches)
    const ofTwo = seen.filter(([count]) => count > 1)
    expect(ofTwo.length).toBeGreaterThan(0)
    expect(ofTwo.every(([, isPrevented]) => isPrevented)).toBe(true)
    await page.waitForTimeout(500)
    await expect(overlay(page)).toBeVisible()
    expect(await page.evaluate(() => visualViewport?.scale)).toBe(1)
    await page.touchscreen.tap(200, 400)
    await expect(overlay(page)).toBeHidden()
    await context.close()
  })
})
