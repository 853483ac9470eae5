import { axeOn } from '../support/axe'
import { guardedRoutes, visit } from '../support/routes'
import { signIn } from '../support/signed-in'
import { expect, test } from '../support/test'

const rules = [
  'region',
  'landmark-one-main',
  'landmark-unique',
  'landmark-no-duplicate-banner',
  'landmark-banner-is-top-level',
  'landmark-complementary-is-top-level',
]

test('all of every screen is in a landmark that screen readers can jump to (UI-04)', async ({ hub, openBrowser }) => {
  const page = await openBrowser()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, hub, 'landmarks@example.org')
  const found: string[] = []
  for (const route of guardedRoutes) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await visit(page, hub.url, route)
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      const { violations } = await axeOn(page).withRules(rules).analyze()
      found.push(
        ...violations.flatMap(({ id, nodes }) =>
          nodes.map(({ html }) => `${route.path} at ${width} px, ${id}: ${html.slice(0, 160)}`),
        ),
      )
    }
  }
  expect(found).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(page.getByRole('complementary', { name: 'Sidebar' }).getByText('landmarks@example.org')).toBeVisible()
})
