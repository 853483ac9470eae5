import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { signIn } from '../../scripts/demo/steps.mjs'
import { fillWorkspace } from '../../scripts/screens/fill.mjs'
import { type AppRoute, guardedRoutes, openRoutes, visit } from './support/routes'
import { expect, test } from './support/test'

/** What axe calls serious or critical, one line for each element. */
async function faults(page: Page, { path }: AppRoute): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${path}: ${id}: ${html.slice(0, 200)}`))
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1440, 390]) {
    test(`axe finds nothing serious on any screen in the ${colorScheme} theme at ${width} px (issue 5, Accessible)`, async ({
      hub,
      openBrowser,
    }) => {
      const page = await openBrowser()
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
      const found: string[] = []
      for (const route of openRoutes) {
        await visit(page, hub.url, route)
        found.push(...(await faults(page, route)))
      }
      await signIn(page, hub, `axe-${colorScheme}-${width}@example.org`)
      await fillWorkspace(page)
      for (const route of guardedRoutes) {
        await visit(page, hub.url, route)
        found.push(...(await faults(page, route)))
      }
      expect(found).toEqual([])
    })
  }
}

test('axe sees a fault where there is one', async ({ openBrowser }) => {
  const page = await openBrowser()
  await page.setContent('<html lang="en"><title>x</title><main><h1>x</h1><img src="x.png"></main></html>')
  expect(await faults(page, { path: '/', heading: 'x', isOpen: true })).toHaveLength(1)
})
