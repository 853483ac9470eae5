import { signIn } from './support/signed-in'
import { expect, test } from './support/test'

test('the plans are Basic, Pro and Team (GEN-06)', async ({ hub, openBrowser }) => {
  const page = await openBrowser()
  await signIn(page, hub, 'plans@example.org', '/billing')
  for (const plan of ['Basic', 'Pro', 'Team']) await expect(page.getByRole('article', { name: plan })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(3)
})

test('video sharing is a mock: it calls nothing, whatever is pressed (GEN-07)', async ({ hub, openBrowser }) => {
  const page = await openBrowser()
  await signIn(page, hub, 'mock@example.org', '/video-sharing')
  await page.waitForLoadState('networkidle')
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // The shell's own look whether the hub is there.
    if (pathname.startsWith('/v1/') && pathname !== '/v1/workspaces/usage') calls.push(pathname)
  })
  await page.getByRole('button', { name: 'Create Secure Share' }).click()
  for (const name of ['Preview', 'Edit', 'Revoke Access']) {
    await page.getByRole('button', { name }).first().click({ timeout: 5_000 })
  }
  await page.waitForTimeout(500)
  expect(calls).toEqual([])
})
