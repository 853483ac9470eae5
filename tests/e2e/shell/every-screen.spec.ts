import type { Page } from '@playwright/test'
import { fill, fillWorkspace } from '../../../scripts/screens/fill.mjs'
import { axeFaults, seriousAxeFaults } from '../support/axe'
import {
  brokenWords,
  cutWords,
  layoutShift,
  lowTargets,
  outsidePanels,
  overflow,
  overlappingTexts,
  smallTargets,
  watchLayoutShifts,
} from '../support/layout'
import { type AppRoute, furtherRoutes, furtherViews, guardedRoutes, openRoutes, visit } from '../support/routes'
import { darkFaults, landmarkRules, layoutFaults, lightFaults } from '../support/screen-faults'
import { haveSession } from '../support/signed-in'
import { expect, test } from '../support/test'

/** Of the Web Vitals' scale: what a person does not mind. */
const MAX_SHIFT = 0.1

/** Skeletons go, pictures come, notices show: what moves does so in this time. */
const SETTLE_MS = 700

/** What follows the window's width, or the size of letters, follows within this. */
const RESIZE_MS = 300

/** Narrower windows are telephones. */
const TELEPHONE_PX = 480

async function faults(page: Page, hubUrl: string, route: AppRoute, widths: readonly number[]): Promise<string[]> {
  const [first = 1440, ...others] = widths
  const found: string[] = []
  const note = (width: number, list: readonly string[]) =>
    found.push(...list.map((fault) => `${[route.path, route.press].join(' ')} at ${width} px: ${fault}`))
  await page.setViewportSize({ width: first, height: 900 })
  await visit(page, hubUrl, route)
  await page.waitForTimeout(SETTLE_MS)
  const { sum, what } = await layoutShift(page)
  note(first, sum > MAX_SHIFT ? [`layout shift ${sum.toFixed(3)} (${what})`] : [])
  note(first, [...(await layoutFaults(page)), ...(await lightFaults(page)), ...(await darkFaults(page))])
  if (first < TELEPHONE_PX) {
    note(first, await largeLetterFaults(page))
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  }
  for (const width of others) {
    await page.setViewportSize({ width, height: 900 })
    await page.waitForTimeout(RESIZE_MS)
    note(width, await layoutFaults(page))
    if (width !== others.at(-1)) continue
    note(width, await lightFaults(page))
    if (width < TELEPHONE_PX) note(width, await largeLetterFaults(page))
  }
  return found
}

/**
 * Whoever has a telephone draw letters twice as large scrolls down for it, not sideways, and reads where each place at its
 * foot leads, and each word whole (WCAG 2.2, 1.4.4).
 */
async function largeLetterFaults(page: Page): Promise<string[]> {
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  // All of a screen: only what is in the window is looked at for overlap.
  const [width, height] = [page.viewportSize()?.width ?? 0, await page.evaluate(() => document.body.scrollHeight)]
  await page.setViewportSize({ width, height: Math.max(900, height) })
  await page.waitForTimeout(RESIZE_MS)
  const overPx = await overflow(page)
  const labels = page.getByRole('navigation', { name: 'Daily screens' }).locator('span')
  const cut = await labels.evaluateAll((all) =>
    all.flatMap(({ scrollWidth, clientWidth, textContent }) => (scrollWidth > clientWidth ? textContent : [])),
  )
  return [
    ...(overPx > 0 ? [`${overPx} px wider than the window with letters twice as large`] : []),
    ...cut.map((label) => `“${label}” is cut with letters twice as large`),
    ...(await brokenWords(page)).map((word) => `${word} is broken with letters twice as large`),
    ...(await overlappingTexts(page)).map((texts) => `${texts} overlap with letters twice as large`),
    ...(await cutWords(page)).map((words) => `${words} is cut with letters twice as large`),
    ...(await outsidePanels(page)).map((what) => `${what} out of its panel with letters twice as large`),
  ]
}

/** The screens open at a walk's first width and are then pulled to the others; axe looks at the first and the last. */
const walks = [
  { content: 'empty', widths: [360, 768, 1440] },
  { content: 'filled', widths: [1440, 768, 360] },
] as const

for (const { content, widths } of walks) {
  test(`every ${content} screen keeps its place at ${widths.join(', ')} px, axe finds nothing serious, light or dark, nothing stands outside a landmark, and nothing is fetched from another host: no sideways scroll, overlap, shift or tiny target (GEN-02, NAV-01 to NAV-08, UI-04, UI-08, GEN-09, MODE-14, LIVE-85, PAIR-07, SENSE-08, FACE-17)`, async ({
    hub,
    openBrowser,
    trouble,
  }) => {
    test.setTimeout(300_000)
    const page = await openBrowser()
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await watchLayoutShifts(page)
    const found: string[] = []
    page.context().on('request', (request) => {
      const { origin, protocol, href } = new URL(request.url())
      if (origin !== hub.url && protocol.startsWith('http')) found.push(`another host was asked: ${href}`)
    })
    for (const route of content === 'empty' ? openRoutes : []) {
      found.push(...(await faults(page, hub.url, route, widths)))
    }
    await haveSession(page, hub, `screens-${content}@example.org`)
    if (content === 'filled') await fillWorkspace(page)
    // What these show hardly depends on what there is: once is enough.
    const routes = [...guardedRoutes, ...(content === 'filled' ? furtherRoutes : []), ...furtherViews]
    for (const route of routes) found.push(...(await faults(page, hub.url, route, widths)))
    expect(found).toEqual([])
    expect(trouble).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
    const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
    await expect(sidebar.getByText(`screens-${content}@example.org`)).toBeVisible()
  })
}

test('a name on a wall of nine lies over nothing that is said there, however small the tile (LIVE-85, UI-08)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  await haveSession(page, hub, 'wall@example.org')
  const name = 'Back garden with the shed and the vegetable beds'
  await fill(page, { cameras: [{ name, location: 'Garden' }], clips: [], alerts: [], online: [] })
  await page.evaluate(() => localStorage.setItem('nightjar:live-tiles', '9'))
  // More than the plan of this hub has.
  await page.route('**/v1/cameras', async (route) => {
    const response = await route.fetch()
    const [camera] = await response.json()
    await route.fulfill({ response, json: Array.from({ length: 9 }, (_, index) => ({ ...camera, id: `${index}` })) })
  })
  for (const [width, height] of [
    [768, 900],
    [360, 900],
    [1024, 900],
    [1280, 900],
    // A telephone on its side.
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height })
    await visit(page, hub.url, { path: '/live', heading: 'Live wall', isOpen: false })
    await expect(page.getByRole('status').filter({ hasText: 'Not connected now' })).toHaveCount(9)
    expect([width, await overlappingTexts(page)]).toEqual([width, []])
  }
})

test('the checks see overlap, sideways scroll, shift, broken words and tiny targets, and only where they are', async ({
  openBrowser,
}) => {
  const page = await openBrowser()
  await watchLayoutShifts(page)
  await page.goto('about:blank')
  await page.setContent(
    '<body style="margin:0"><p>One</p><p>Two</p><button style="height:24px;width:24px">x</button><p style="height:400px">Three</p><details><summary style="height:48px">More</summary><p>Closed</p></details><p>Four</p>',
  )
  await page.waitForTimeout(200)
  expect([await overflow(page), await overlappingTexts(page), await smallTargets(page)]).toEqual([0, [], []])
  expect((await lowTargets(page)).map((target) => target.split(' ')[1])).toEqual(['“x”'])
  expect([(await layoutShift(page)).sum, await brokenWords(page)]).toEqual([0, []])
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('afterbegin', '<div style="height:300px;width:3000px">Push</div>')
    document.body.insertAdjacentHTML('beforeend', '<b style="position:absolute;left:0;top:316px">Over</b>')
    document.body.insertAdjacentHTML(
      'beforeend',
      '<b style="position:absolute;left:0;top:350px;background:white">Covers</b><button style="height:20px">y</button>',
    )
  })
  await page.waitForTimeout(200)
  expect(await overlappingTexts(page)).toEqual(['“One” and “Over”'])
  expect(await overflow(page)).toBeGreaterThan(1000)
  await page.evaluate(() =>
    document.body.insertAdjacentHTML(
      'beforeend',
      '<p style="width:2rem;overflow-wrap:anywhere">Recorded at Kellereingang.</p><button style="width:2rem;height:24px">Settings</button><button style="width:3rem;height:24px">Sign in</button>',
    ),
  )
  expect(await brokenWords(page)).toEqual([
    '“Recorded” of “Recorded at Kellereingang.”',
    '“Settings” of “Settings”',
    '“in” of “Sign in”',
  ])
  expect((await smallTargets(page)).map((target) => target.split(' ')[1])).toEqual(['“y”'])
  expect((await layoutShift(page)).sum).toBeGreaterThan(0.1)
  await page.setContent(
    '<main><div style="border:1px solid;width:100px"><p>In</p><button style="width:130px">Out</button></div><p style="width:40px;overflow:hidden;white-space:nowrap">Front Door</p><p style="overflow:hidden">Whole</p></main>',
  )
  expect(await outsidePanels(page)).toEqual(['“Out” by 29 px'])
  expect(await cutWords(page)).toEqual(['“Front Door”'])
})

test('axe sees a fault where there is one', async ({ openBrowser }) => {
  const page = await openBrowser()
  await page.setContent('<html lang="en"><title>x</title><main><h1>x</h1><img src="x.png"></main></html>')
  expect(await seriousAxeFaults(page)).toMatchObject([{ rule: 'image-alt' }])
  // The picture and the heading stand in one landmark; nothing may stand outside.
  await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<p>Outside</p>'))
  expect(await axeFaults(page, { rules: landmarkRules })).toMatchObject([{ rule: 'region', html: '<p>Outside</p>' }])
  await page.setContent('<html lang="en"><title>x</title><main><h1 style="color:#ccc">Pale</h1></main></html>')
  expect(await seriousAxeFaults(page, { rules: ['color-contrast'] })).toHaveLength(1)
})
