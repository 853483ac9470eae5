import { signIn } from '../support/signed-in'
import { expect, test } from '../support/test'

test('video sharing is a mock: it shows everything and sends nothing (SHARE-01, SHARE-02, SHARE-03, SHARE-04, SHARE-05, SHARE-06, SHARE-07, SHARE-08, SHARE-09, SHARE-10, SHARE-11)', async ({
  hub,
  openBrowser,
  trouble,
}) => {
  const page = await openBrowser()
  await signIn(page, hub, 'ann@example.org')
  await page.waitForLoadState('networkidle')
  const sent: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/v1/')) sent.push(`${request.method()} ${request.url()}`)
  })
  await page.goto(`${hub.url}/video-sharing`)
  await expect(page.getByRole('heading', { name: 'Secure Video Sharing' })).toBeVisible()

  await test.step('the form can be filled in (SHARE-02, SHARE-03, SHARE-04, SHARE-06)', async () => {
    await expect(page.getByRole('heading', { name: 'Create New Share' })).toBeVisible()
    await page.getByLabel('Title').fill('Fox')
    await page.getByLabel('Description').fill('At dawn')
    const clips = page.getByLabel('Video Clip').getByRole('option')
    expect(await clips.count()).toBeGreaterThan(2)
    await page.getByLabel('Video Clip').selectOption({ index: 1 })
    const expiry = page.getByLabel('Expires After')
    await expect(expiry.getByRole('option')).toHaveText(['1 day', '3 days', '1 week', '1 month'])
    expect(await expiry.getByRole('option').evaluateAll((all) => all.map((one) => one.getAttribute('value')))).toEqual([
      ...['1', '3', '7', '30'],
    ])
    await page.getByText('Public Share').click()
    await expect(page.getByRole('checkbox', { name: 'Public Share' })).toBeChecked()
  })

  await test.step('the password field is there only while its toggle is on (SHARE-05)', async () => {
    const password = page.locator('input[type=password]')
    await expect(password).toHaveCount(0)
    await page.getByText('Password Protection').click()
    await password.fill('secret')
    await page.getByText('Password Protection').click()
    await expect(password).toHaveCount(0)
    await page.getByText('Password Protection').click()
    await expect(password).toHaveValue('')
  })

  await test.step('Create Secure Share has no action (SHARE-07)', async () => {
    await page.getByRole('button', { name: 'Create Secure Share' }).click()
    await page.getByLabel('Title').press('Enter')
    await expect(page.getByLabel('Title')).toHaveValue('Fox')
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/video-sharing')
  })

  await test.step('samples show views, expiry, protection and who may see them, and their buttons do nothing (SHARE-08, SHARE-09, SHARE-10)', async () => {
    const shares = page.locator('main').getByRole('listitem')
    await expect(shares).toHaveCount(3)
    for (const share of await shares.all()) {
      await expect(share.getByText(/^\d+ views?$/)).toBeVisible()
      await expect(share.getByText(/^Expires .*\d{4}/)).toBeVisible()
      await expect(share.getByText(/^(Public|Private)$/)).toBeVisible()
      for (const name of ['Copy link', 'Preview', 'Edit', 'Revoke Access']) {
        await share.getByRole('button', { name, exact: true }).click()
      }
    }
    await expect(shares).toHaveCount(3)
    await expect(page.getByText('Password protected', { exact: true })).toHaveCount(1)
    await expect(page.getByText('Public', { exact: true })).toHaveCount(1)
  })

  await expect(page.getByText('All shared videos are encrypted and automatically expire.')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(sent).toEqual([])
  expect(trouble).toEqual([])
})
