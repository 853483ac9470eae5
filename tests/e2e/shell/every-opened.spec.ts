import type { Locator, Page } from '@playwright/test'
import { fill, fillWorkspace } from '../../../scripts/screens/fill.mjs'
import { seriousAxeFaults } from '../support/axe'
import { beyondSides } from '../support/layout'
import { guardedRoutes, visit } from '../support/routes'
import { darkFaults, layoutFaults } from '../support/screen-faults'
import { haveSession } from '../support/signed-in'
import { expect, test } from '../support/test'

const OPENED = ':is([role=dialog], [role=alertdialog], [role=menu])[data-state=open], dialog[open]'

/** It opens in its screen. */
const CALENDAR = '[data-scope=date-picker][data-part=content][data-state=open]'

/** What opens comes in and settles within this. */
const OPEN_MS = 500

/**
 * What has to be opened first: the buttons to press one after the other, the first of each name, on which screen. Escape
 * closes what the last of them opened.
 */
const openings: Readonly<Record<string, readonly (readonly string[])[]>> = {
  '/dashboard': [['Open navigation'], ['Mode: Armed'], ['Play Motion at Front Door']],
  '/cameras': [['Add Camera'], ['Settings'], ['View Feed'], ['Add another device'], ['Setup Instructions']],
  '/events': [['Date Range'], ['Share Motion at Front Door'], ['Timeline']],
  '/videos': [['Play Front Door · motion'], ['Remove Front Door · motion'], ['Manage Storage']],
  '/video-sharing': [['Create Secure Share']],
  '/billing': [['New Token'], ['New Webhook'], ['Revoke Night backup'], ['Delete Workspace']],
}

/** Of those that open in their screen: what shows then. Of all others a window is open. */
const inScreen: Readonly<Record<string, (page: Page) => Locator>> = {
  'Add Camera': (page) => page.getByLabel('Camera name'),
  'Date Range': (page) => page.getByText('Last 7 days'),
  Timeline: (page) => page.getByRole('button', { name: 'Day before' }),
  'Create Secure Share': (page) => page.locator('main').getByRole('alert').filter({ hasText: /./ }),
}

test('what is opened can be read and pressed on a telephone: no sideways scroll, overlap, tiny target or pale letter (UI-04, UI-08, FACE-17)', async ({
  hub,
  openBrowser,
  trouble,
}) => {
  test.setTimeout(180_000)
  const page = await openBrowser()
  await page.setViewportSize({ width: 360, height: 844 })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await haveSession(page, hub, 'opened@example.org')
  await fillWorkspace(page)
  const found: string[] = []
  for (const [path, presses] of Object.entries(openings)) {
    const route = guardedRoutes.find((each) => each.path === path)
    if (route === undefined) throw new Error(`There is no screen at ${path}.`)
    await visit(page, hub.url, route)
    for (const names of presses) {
      for (const name of names) await page.getByRole('button', { name, exact: true }).first().click()
      const opened = inScreen[names.at(-1) ?? '']?.(page) ?? page.locator(OPENED)
      await expect(opened.first(), `${path} ${names.join(', ')}`).toBeVisible()
      await page.waitForTimeout(OPEN_MS)
      found.push(...(await openedFaults(page)).map((fault) => `${path} ${names.join(', ')}: ${fault}`))
      await page.keyboard.press('Escape')
    }
  }
  expect(found).toEqual([])
  expect(trouble).toEqual([])
})

test('a name without a space ends within what shows it on a telephone (UI-08)', async ({ hub, openBrowser }) => {
  const page = await openBrowser()
  await page.setViewportSize({ width: 360, height: 844 })
  await haveSession(page, hub, 'long@example.org')
  await fill(page, {
    cameras: [{ name: 'Kellereingang'.repeat(6), location: 'Kellereingang'.repeat(6) }],
    clips: [{ camera: 0, agoMs: 0, hasPerson: true }],
    alerts: [],
    online: [],
  })
  await page.goto(`${hub.url}/videos`)
  await page.getByRole('button', { name: /^Play / }).click()
  await page.getByRole('dialog').locator('video').waitFor()
  expect(await beyondSides(page, OPENED)).toEqual([])
  await page.goto(`${hub.url}/video-sharing`)
  const choice = page.locator('main label').filter({ hasText: 'Kellereingang' })
  await expect(choice).toBeVisible()
  expect(await choice.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0)
})

async function openedFaults(page: Page): Promise<string[]> {
  // What lies behind it is looked at by every-screen.spec.ts. A form that opens in its screen is no part of its own.
  const selector = (await page.locator(OPENED).count()) > 0 ? OPENED : undefined
  const light = await seriousAxeFaults(page, selector === undefined ? {} : { selector })
  const pale = light.map(({ rule, html }) => `${rule}: ${html}`)
  const found = [...(await layoutFaults(page)), ...pale, ...(await darkFaults(page, selector))]
  return [...found, ...(await largeLetterFaults(page))]
}

/** With letters twice as large what is opened is still scrolled through downwards alone (WCAG 2.2, 1.4.4). */
async function largeLetterFaults(page: Page): Promise<string[]> {
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await page.waitForTimeout(OPEN_MS)
  const beyond = await beyondSides(page, `${OPENED}, ${CALENDAR}`)
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  return beyond.map((control) => `beyond the window with letters twice as large: ${control}`)
}
