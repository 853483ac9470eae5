import type { Page } from '@playwright/test'
import { signIn } from '../../scripts/demo/steps.mjs'
import { fillWorkspace } from '../../scripts/screens/fill.mjs'
import { layoutShift, overflow, overlappingTexts, smallTargets, watchLayoutShifts } from './support/layout'
import { type AppRoute, guardedRoutes, openRoutes, visit } from './support/routes'
import { expect, test } from './support/test'

/** Of the Web Vitals' scale: what a person does not mind. */
const MAX_SHIFT = 0.1

/** Skeletons go, pictures come, notices show: what moves does so in this time. */
const SETTLE_MS = 700

async function faults(page: Page, hubUrl: string, route: AppRoute): Promise<string[]> {
  await visit(page, hubUrl, route)
  await page.waitForTimeout(SETTLE_MS)
  const { sum, what } = await layoutShift(page)
  const tooWide = await overflow(page)
  return [
    ...(sum > MAX_SHIFT ? [`layout shift ${sum.toFixed(3)} (${what})`] : []),
    ...(tooWide > 0 ? [`scrolls sideways by ${tooWide} px`] : []),
    ...(await overlappingTexts(page)).map((pair) => `texts overlap: ${pair}`),
    ...(await smallTargets(page)).map((target) => `small target: ${target}`),
  ].map((fault) => `${route.path}: ${fault}`)
}

for (const width of [360, 768, 1440]) {
  for (const content of ['empty', 'filled'] as const) {
    test(`every ${content} screen keeps its place at ${width} px: no sideways scroll, overlap, shift or tiny target (issue 5)`, async ({
      hub,
      openBrowser,
    }) => {
      const page = await openBrowser()
      await page.setViewportSize({ width, height: 900 })
      await watchLayoutShifts(page)
      const found: string[] = []
      for (const route of content === 'empty' ? openRoutes : []) found.push(...(await faults(page, hub.url, route)))
      await signIn(page, hub, `layout-${width}@example.org`)
      if (content === 'filled') await fillWorkspace(page)
      for (const route of guardedRoutes) found.push(...(await faults(page, hub.url, route)))
      expect(found).toEqual([])
    })
  }
}

test('the checks see overlap, sideways scroll, shift and tiny targets, and only where they are', async ({
  openBrowser,
}) => {
  const page = await openBrowser()
  await watchLayoutShifts(page)
  await page.goto('about:blank')
  await page.setContent(
    '<body style="margin:0"><p>One</p><p>Two</p><button style="height:24px;width:24px">x</button><p style="height:400px">Three</p>',
  )
  await page.waitForTimeout(200)
  expect([await overflow(page), await overlappingTexts(page), await smallTargets(page)]).toEqual([0, [], []])
  expect((await layoutShift(page)).sum).toBe(0)
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
  expect((await smallTargets(page)).map((target) => target.split(' ')[1])).toEqual(['“y”'])
  expect((await layoutShift(page)).sum).toBeGreaterThan(0.1)
})
