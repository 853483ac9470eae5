import { enterCredentials, skipTours } from '../../../scripts/demo/steps.mjs'
import { expect, test } from '../support/test'

test('a passkey that is added after a code signs in without a mail (PASS-01, PASS-04, PASS-10 to PASS-13, DEV-07)', async ({
  hub,
  openBrowser,
  trouble,
}) => {
  const page = await openBrowser()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.goto(`${hub.url}/login`)
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
  await skipTours(page)
  await enterCredentials(page, hub, 'keys@example.org')
  await page.getByText('Sign in without a code next time').waitFor()
  await page.getByRole('button', { name: 'Add a Passkey' }).click()
  await expect(page.getByText('This device has a passkey now')).toBeVisible()
  await expect(page.getByText('Sign in without a code next time')).toBeHidden()
  await page.goto(`${hub.url}/billing`)
  await expect(page.getByRole('list', { name: 'Passkeys' }).getByText('Chrome on Linux')).toBeVisible()
  await page.getByRole('button', { name: 'End Session of this device' }).click()
  // Chromium's authenticator answers by itself, to the button or to what is filled in: nobody has to choose.
  const button = page.getByRole('button', { name: 'Sign in with a passkey' })
  await Promise.race([button.click({ timeout: 5_000 }).catch(() => undefined), page.waitForURL('**/dashboard')])
  await page.waitForURL('**/dashboard')
  await page.goto(`${hub.url}/billing`)
  const here = page.getByRole('list', { name: 'Signed-in devices' }).getByRole('listitem')
  await expect(here).toHaveCount(1)
  await expect(here).toContainText('Signed in with a passkey')
  expect(trouble).toEqual([])
})

test('what is pressed stays where it is when the offer of a passkey comes (PASS-10)', async ({ hub, openBrowser }) => {
  const page = await openBrowser()
  let tell = (): void => undefined
  const told = new Promise<void>((resolve) => {
    tell = resolve
  })
  await page.route(`${hub.url}/login`, async (route) => {
    if (route.request().method() === 'HEAD') await told
    await route.fallback()
  })
  await page.goto(`${hub.url}/login`)
  const signIn = page.getByRole('button', { name: 'Secure Sign In' })
  await signIn.waitFor()
  const before = await signIn.boundingBox()
  await expect(page.getByRole('button', { name: /passkey/ })).toHaveCount(0)
  tell()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
  expect(await signIn.boundingBox()).toEqual(before)
})
