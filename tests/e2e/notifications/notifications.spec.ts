import type { Page, Route } from '@playwright/test'
import { signIn } from '../support/signed-in'
import { expect, test } from '../support/test'

const stored = {
  notifyOnMotion: true,
  notifyOnPerson: false,
  notifyOnAlert: true,
  notifyOnError: false,
  emailEnabled: true,
  notifyEmail: 'ann@example.org',
  slackEnabled: true,
  notifySlackWebhook: 'https://old',
  discordEnabled: false,
  notifyDiscordWebhook: null,
  smsEnabled: false,
  notifySmsNumber: null,
}

/** What is sent to a call that the test answers itself. */
async function answering(page: Page, path: string, answer: (route: Route) => Promise<void> | void) {
  const bodies: unknown[] = []
  await page.route(`**/v1${path}`, async (route) => {
    bodies.push(route.request().postDataJSON())
    await answer(route)
  })
  return bodies
}

const json =
  (body: object, status = 200) =>
  (route: Route) =>
    route.fulfill({ status, json: body })
const echo = (route: Route) => route.fulfill({ json: route.request().postDataJSON() })

async function withSettings(page: Page, usage = { used: 3, total: 10, percentage: 30 }) {
  await answering(page, '/wsconfig', json(stored))
  await answering(page, '/notifications/usage', json(usage))
}

async function open(page: Page) {
  await page.getByRole('link', { name: 'Notifications', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Notification Settings' })).toBeVisible()
}

const toggle = (page: Page, name: string) => page.getByRole('switch', { name })
const toast = (page: Page, text: string) => expect(page.getByText(text)).toBeVisible()

test('the notification settings say what the specification says (NOTIF-01, NOTIF-02, NOTIF-03, NOTIF-04, NOTIF-05, NOTIF-06, NOTIF-07, NOTIF-08, NOTIF-09, NOTIF-13, NOTIF-18)', async ({
  hub,
  openBrowser,
  trouble,
}) => {
  const page = await openBrowser()
  await withSettings(page)
  await signIn(page, hub, 'ann@example.org')
  await open(page)
  for (const [name, isOn] of [
    ['Motion Detection', true],
    ['Person Detection', false],
    ['Security Alerts', true],
    ['System Status', false],
  ] as const) {
    await expect(toggle(page, name)).toBeChecked({ checked: isOn })
  }
  await expect(page.getByText('goes offline, or comes back online')).toBeVisible()
  await expect(page.getByText('3 / 10')).toBeVisible()
  await expect(page.locator('main').getByRole('progressbar')).toHaveAttribute('aria-valuenow', '30')
  await expect(page.getByText('Free Plan Limit: 10 notifications per month')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Integration Channels' })).toBeVisible()
  for (const [name, state, label, type, value] of [
    ['Email', 'Enabled', 'Email Address', 'email', 'ann@example.org'],
    ['Slack', 'Enabled', 'Slack Webhook URL', 'text', 'https://old'],
    ['Discord', 'Disabled', 'Discord Webhook URL', 'text', ''],
  ] as const) {
    const channel = page.getByRole('form', { name: `${name} channel` })
    await expect(channel.getByRole('switch', { name })).toBeChecked({ checked: state === 'Enabled' })
    await expect(channel.getByText(state, { exact: true })).toBeVisible()
    await expect(channel.getByLabel(label)).toHaveAttribute('type', type)
    await expect(channel.getByLabel(label)).toHaveValue(value)
    await expect(channel.getByRole('button', { name: 'Test Integration' })).toBeEnabled()
  }
  expect(await page.locator('main').innerText()).not.toMatch(/sms/i)
  // Where the system forces its own few colours (UI-01).
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  const ground = async (selector: string) => {
    const color = await page
      .locator(selector)
      .first()
      .evaluate((part) => getComputedStyle(part).backgroundColor)
    // What lets all through is given as the system's colour too, with an alpha of 0.
    return color.match(/\d+/g)?.slice(0, 3)
  }
  for (const [chosen, other] of [
    ['[data-part=control][data-state=checked]', '[data-part=control][data-state=unchecked]'],
    ['[data-part=thumb][data-state=unchecked]', '[data-part=control][data-state=unchecked]'],
    ['[data-part=range]', '[data-part=track]'],
    ['nav [aria-current]', 'nav a:not([aria-current])'],
  ] as const) {
    expect.soft(await ground(chosen), chosen).not.toEqual(await ground(other))
  }
  await page.getByRole('link', { name: 'Upgrade for Higher Limits' }).click()
  await page.waitForURL('**/billing')
  expect(trouble).toEqual([])
})

test('the free notice stays away for a total of 100 (NOTIF-04)', async ({ hub, openBrowser }) => {
  const page = await openBrowser()
  await withSettings(page, { used: 40, total: 100, percentage: 40 })
  await signIn(page, hub, 'ann@example.org')
  await open(page)
  await expect(page.getByText('40 / 100')).toBeVisible()
  await expect(page.getByText(/Free Plan Limit/)).toHaveCount(0)
})

test('a toggle saves at once, and nothing can be changed meanwhile (NOTIF-16, NOTIF-17, NOTIF-20, ERR-21, ERR-22)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  await withSettings(page)
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const settings = await answering(page, '/wsconfig/notifications', async (route) => {
    await gate
    await echo(route)
  })
  const integrations = await answering(page, '/wsconfig/integrations', echo)
  await signIn(page, hub, 'ann@example.org')
  await open(page)
  await expect(toggle(page, 'Motion Detection')).toBeChecked()
  await toggle(page, 'Person Detection').focus()
  await page.keyboard.press('Space')
  await expect
    .poll(() => settings)
    .toEqual([{ notifyOnMotion: true, notifyOnPerson: true, notifyOnAlert: true, notifyOnError: false }])
  await expect(page.locator('main').getByRole('switch', { disabled: false })).toHaveCount(0)
  await expect(page.locator('main').getByRole('textbox', { disabled: false })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Test Integration', disabled: true })).toHaveCount(3)
  letGo()
  await toast(page, 'Notification setting notifyOnPerson updated successfully')
  await expect(toggle(page, 'Person Detection')).toBeChecked()
  await expect(toggle(page, 'Person Detection')).toBeFocused()
  await toggle(page, 'Discord').check()
  await toast(page, 'Integration config discordEnabled updated successfully')
  expect(integrations).toEqual([expect.objectContaining({ discordEnabled: true, notifyEmail: 'ann@example.org' })])
  await expect(page.getByRole('form', { name: 'Discord channel' }).getByText('Enabled')).toBeVisible()
})

test('Save is green, shows for a changed address of an enabled channel, and goes once saved (NOTIF-10, NOTIF-19, NOTIF-21)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  await withSettings(page)
  const integrations = await answering(page, '/wsconfig/integrations', echo)
  await signIn(page, hub, 'ann@example.org')
  await open(page)
  const save = page.getByRole('button', { name: 'Save' })
  const slack = page.getByLabel('Slack Webhook URL')
  await expect(slack).toHaveValue('https://old')
  await expect(save).toHaveCount(0)
  await page.getByLabel('Discord Webhook URL').fill('something')
  await expect(page.getByText('Turn Discord on to save this.')).toBeVisible()
  await expect(save).toHaveCount(0)
  await slack.fill('any text at all')
  await expect(save).toHaveCount(1)
  const [red = 255, green = 0, blue = 255] = await save.evaluate((button) =>
    (getComputedStyle(button).backgroundColor.match(/\d+/g) ?? []).map(Number),
  )
  expect(green).toBeGreaterThan(red * 2)
  expect(green).toBeGreaterThan(blue * 1.5)
  await slack.fill('https://old')
  await expect(save).toHaveCount(0)
  await slack.fill('any text at all')
  await save.click()
  await toast(page, 'Integration config notifySlackWebhook updated successfully')
  await expect(save).toHaveCount(0)
  await expect(slack).toBeFocused()
  expect(integrations).toEqual([
    {
      emailEnabled: true,
      notifyEmail: 'ann@example.org',
      slackEnabled: true,
      notifySlackWebhook: 'any text at all',
      discordEnabled: false,
      notifyDiscordWebhook: null,
      smsEnabled: false,
    },
  ])
  // Enter in the field saves as well.
  await slack.fill('another')
  await slack.press('Enter')
  await expect.poll(() => integrations.length).toBe(2)
})

test('what fails is told, and what was typed stays (ERR-23, ERR-24, ERR-25, ERR-26)', async ({ hub, openBrowser }) => {
  const page = await openBrowser()
  await withSettings(page)
  const refuse = json({ code: 'internal', message: 'Broken.' }, 500)
  await answering(page, '/wsconfig/notifications', refuse)
  await answering(page, '/wsconfig/integrations', refuse)
  await signIn(page, hub, 'ann@example.org')
  await open(page)
  await page.getByText('Motion Detection').click()
  await toast(page, 'Failed to update notification setting notifyOnMotion: Internal Server Error')
  await expect(toggle(page, 'Motion Detection')).toBeChecked()
  await page.getByLabel('Email Address').fill('new@example.org')
  await page.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Failed to update integration config notifyEmail: Internal Server Error')
  await expect(page.getByLabel('Email Address')).toHaveValue('new@example.org')
  await page.route('**/v1/wsconfig/**', (route) => route.abort())
  await toggle(page, 'Security Alerts').click()
  await toast(page, 'Error updating notification setting notifyOnAlert. Please try again later.')
  // By key: the notice of a hub that does not answer comes and goes above, and moves what a pointer aims at.
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await toast(page, 'Error updating integration config notifyEmail. Please try again later.')
})

test('Test Integration sends what is typed, and tells how it went (X-61, ERR-27, ERR-28, ERR-29)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  await withSettings(page)
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  const tests = await answering(page, '/notifications/test', (route) => {
    const { type } = route.request().postDataJSON()
    if (type === 'email') return route.fulfill({ json: {} })
    return type === 'slack' ? route.fulfill({ status: 400, json: { message: 'No such hook.' } }) : route.abort()
  })
  await signIn(page, hub, 'ann@example.org')
  await open(page)
  await page.getByLabel('Email Address').fill('typed@example.org')
  const button = (name: string) =>
    page.getByRole('form', { name: `${name} channel` }).getByRole('button', { name: 'Test Integration' })
  await button('Email').click()
  await toast(page, 'Test email integration sent successfully!')
  await button('Slack').click()
  await toast(page, 'Failed to test slack integration. Please check the console for details.')
  // Beside the field, as few look into the console; gone once it is typed into.
  await expect(page.getByText('No such hook.')).toBeVisible()
  await page.getByLabel('Slack Webhook URL').fill('https://other')
  await expect(page.getByText('No such hook.')).toHaveCount(0)
  await page.getByLabel('Slack Webhook URL').fill('https://old')
  await button('Discord').click()
  await toast(page, 'Error testing discord integration. Please try again later.')
  expect(tests).toEqual([
    { type: 'email', connectionValue: 'typed@example.org' },
    { type: 'slack', connectionValue: 'https://old' },
    { type: 'discord', connectionValue: '' },
  ])
  expect(logged.some((text) => text.includes('No such hook.'))).toBe(true)
})

test('what cannot be read leaves the defaults and is not told of (NOTIF-14, NOTIF-22)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  await answering(page, '/wsconfig', () => undefined)
  await answering(page, '/notifications/usage', json({ message: 'Broken.' }, 500))
  await signIn(page, hub, 'ann@example.org')
  await open(page)
  for (const [name, isOn] of [
    ...([
      ['Motion Detection', true],
      ['Person Detection', true],
      ['Security Alerts', true],
    ] as const),
    ...([
      ['System Status', false],
      ['Email', true],
      ['Slack', false],
      ['Discord', false],
    ] as const),
  ] as const) {
    await expect(toggle(page, name)).toBeChecked({ checked: isOn })
  }
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(page.getByText(/Free Plan Limit/)).toHaveCount(0)
  await expect(page.locator('[data-scope=toast][data-part=root]')).toHaveCount(0)
  await answering(page, '/notifications/usage', json({ used: 1, total: 10, percentage: 10 }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('1 / 10')).toBeVisible()
})
