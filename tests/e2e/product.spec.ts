import { signIn } from './support/signed-in'
import { expect, test } from './support/test'

test('the plans are Basic, Pro and Team (GEN-06)', async ({ hub, openBrowser }) => {
  const page = await openBrowser()
  await signIn(page, hub, 'plans@example.org', '/billing')
  for (const plan of ['Basic', 'Pro', 'Team']) await expect(page.getByRole('article', { name: plan })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(3)
})
