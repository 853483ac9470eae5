import { signIn } from '../support/signed-in'
import { expect, test } from '../support/test'

// All of the app is to be there when the hub is not.

test('once opened, the app starts without the hub, and asks only it for what is its own (SHELL-02, SHELL-03)', async ({
  browser,
  hub,
}) => {
  const context = await browser.newContext({ serviceWorkers: 'allow' })
  const page = await context.newPage()
  await signIn(page, hub, 'away@example.org', '/cameras')
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
  const offered = () =>
    page.evaluate(async () => {
      try {
        return (await fetch('/login', { method: 'HEAD', cache: 'no-store' })).headers.get('nightjar-extensions')
      } catch {
        return 'no answer'
      }
    })
  expect(await offered()).toContain('polling')

  await hub.stop()
  await page.goto(`${hub.url}/events?type=person`)
  await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible()
  await expect(page.getByText('The hub does not answer')).toBeVisible()
  await expect(page.getByText('shows what this browser remembers')).toBeVisible()
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true)
  expect(await offered()).toBe('no answer')
  expect(
    await page.evaluate(() =>
      fetch('/healthz').then(
        () => true,
        () => false,
      ),
    ),
  ).toBe(false)

  await page.goto(`${hub.url}/cameras`)
  await expect(page.getByRole('heading', { level: 1, name: 'Camera Management' })).toBeVisible()
  await hub.start()
  await expect(page.getByText('The hub does not answer')).toBeHidden()
  await context.close()
})

test('a browser keeps the app also where the hub was away as the code for that was due (SHELL-01)', async ({
  browser,
  hub,
}) => {
  const context = await browser.newContext({ serviceWorkers: 'allow' })
  const page = await context.newPage()
  let missed = 0
  const code = /\/assets\/behind-all-screens-/
  await page.route(code, async (route) => {
    missed++
    await route.abort()
  })
  await page.goto(`${hub.url}/login`)
  await expect.poll(() => missed).toBeGreaterThan(1)
  await page.unroute(code)
  const isKeeping = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined)
  await expect.poll(isKeeping).toBe(true)
  await context.close()
})
