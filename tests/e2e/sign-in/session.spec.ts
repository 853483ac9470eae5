import { enterCredentials, signIn } from '../../../scripts/demo/steps.mjs'
import { furtherRoutes, guardedRoutes } from '../support/routes'
import { haveSession } from '../support/signed-in'
import { expect, test } from '../support/test'

test('a guarded screen sends a signed-out user to sign in, and back to where they wanted to go (NAV-01 to NAV-08, NAV-11 to NAV-14, AUTH-38, AUTH-39, SESS-11)', async ({
  hub,
  openBrowser,
  trouble,
}) => {
  const page = await openBrowser()
  for (const { path } of [...furtherRoutes, ...guardedRoutes]) {
    await page.goto(`${hub.url}${path}?period=yearly`)
    await page.waitForURL('**/login')
    expect(await page.evaluate(() => localStorage.getItem('destination'))).toBe(`${path}?period=yearly`)
  }
  await enterCredentials(page, hub, 'guard@example.org')
  await page.waitForURL('**/billing?period=yearly')
  await expect(page.getByRole('heading', { name: 'Billing & Subscriptions' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('destination'))).toBeNull()
  expect(trouble).toEqual([])
})

test('the session is kept as the specification names it, and goes to the hub with every call (AUTH-14, AUTH-48, GEN-04, SESS-12)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  const request = page.waitForRequest(/\/v1\/workspaces\/usage$/)
  await signIn(page, hub, 'keys@example.org')
  const stored = await page.evaluate(() => ({ ...localStorage }))
  expect(Object.keys(stored)).toEqual(expect.arrayContaining(['token', 'refreshToken', 'workspaceId']))
  const headers = (await request).headers()
  expect(headers['authorization']).toBe(`Bearer ${stored['token']}`)
  expect(headers['x-workspace-id']).toBe(stored['workspaceId'])
  expect(headers['content-type']).toBe('application/json')
  await page.goto(`${hub.url}/login`)
  await page.waitForURL('**/dashboard')
})

test('an expired token is refreshed behind the scenes, once, for all calls that need it (SESS-05, SESS-06, SESS-10)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  await signIn(page, hub, 'refresh@example.org')
  const refreshes: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/v1/auth/refresh')) refreshes.push(request.url())
  })
  // Where no app runs: one that still reads would refresh the session before the page is opened anew.
  await page.goto(`${hub.url}/healthz`)
  const oldRefreshToken = await page.evaluate(() => {
    localStorage.setItem('token', `${localStorage.getItem('token')}broken`)
    return localStorage.getItem('refreshToken')
  })
  await page.goto(`${hub.url}/dashboard`)
  await expect(page.getByText('No cameras found')).toBeVisible()
  await expect(
    page
      .getByText('0/1', { exact: true })
      .or(page.getByText('0 / 1', { exact: true }))
      .first(),
  ).toBeVisible()
  expect(refreshes).toHaveLength(1)
  const session = await page.evaluate(() => ({ ...localStorage }))
  expect(session['token']).not.toContain('broken')
  expect(session['refreshToken']).not.toBe(oldRefreshToken)
})

test('a session that cannot be refreshed ends at the sign-in screen (SESS-07, ERR-07)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  await haveSession(page, hub, 'ended@example.org')
  await page.evaluate(() => {
    localStorage.setItem('token', 'broken')
    localStorage.setItem('refreshToken', 'broken')
  })
  await page.goto(`${hub.url}/dashboard`)
  await page.waitForURL('**/login')
  const session = await page.evaluate(() => ({ ...localStorage }))
  for (const key of ['token', 'refreshToken', 'workspaceId', 'destination']) expect(session).not.toHaveProperty(key)
})

test('Sign Out clears the session here and on the hub, and returns to the start (NAV-23 to NAV-25)', async ({
  hub,
  openBrowser,
  request,
}) => {
  const page = await openBrowser()
  await signIn(page, hub, 'out@example.org')
  const session = await page.evaluate(() => ({ ...localStorage }))
  const revoked = page.waitForResponse(/\/v1\/auth\/sign-out$/)
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.waitForURL('**/login')
  await revoked
  const left = await page.evaluate(() => Object.keys(localStorage))
  for (const key of ['token', 'refreshToken', 'workspaceId']) expect(left).not.toContain(key)
  const answer = await request.get(`${hub.url}/v1/cameras`, {
    headers: { authorization: `Bearer ${session['token']}` },
  })
  expect(answer.status()).toBe(401)
})

test('an unknown address shows the 404 page with a way home, signed in or not (NAV-09, NAV-10, ERR-31)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  const goHome = async () => {
    await page.goto(`${hub.url}/no/such/page`)
    await expect(page.getByText('Oops! Page not found')).toBeVisible()
    await page.getByRole('link', { name: 'Return to Home' }).click()
  }
  await goHome()
  await page.waitForURL('**/login')
  await signIn(page, hub, 'lost@example.org')
  await goHome()
  await page.waitForURL('**/dashboard')
})

test('without a token the next call ends the session, and nothing is sent (SESS-04, SESS-08, X-60)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  await signIn(page, hub, 'gone@example.org')
  await page.waitForLoadState('networkidle')
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  // Another program's doing: no storage event tells of it in this tab. What the dashboard asked for just before is told of
  // late: a request of the test's own parts it from what comes after.
  await page.getByRole('link', { name: 'Videos', exact: true }).evaluate((link: HTMLElement) => {
    void fetch('/healthz')
    localStorage.removeItem('token')
    link.click()
  })
  await page.waitForURL('**/login')
  expect(sent).toContain(`${hub.url}/healthz`)
  const after = sent.slice(sent.indexOf(`${hub.url}/healthz`) + 1)
  // The sign-in screen's own question, which needs no token, is no call of the session's.
  expect(after.filter((url) => url.includes('/v1/') && !url.endsWith('/v1/passkeys/sign-in/options'))).toEqual([])
  const left = await page.evaluate(() => Object.keys(localStorage))
  for (const key of ['token', 'refreshToken', 'workspaceId']) expect(left).not.toContain(key)
})
