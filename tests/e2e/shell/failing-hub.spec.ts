import type { Page } from '@playwright/test'
import { type FailingFront, frontOf, type HubFailure } from '../support/failing-front'
import { guardedRoutes } from '../support/routes'
import { haveSession } from '../support/signed-in'
import { test as base, expect } from '../support/test'

const test = base.extend<{ front: FailingFront }>({
  front: async ({ hub }, use) => {
    const front = await frontOf(hub)
    await use(front)
    await front.close()
  },
})

/** The app's own question for a sign of life, of which it reports nothing. */
const PROBE = 'GET /v1/workspaces/usage'

interface Failing {
  readonly name: string
  readonly failure: HubFailure
  /** A screen sees of it what it sees of an answer 500, a failed read (tests/api/failures.test.ts): two show that. */
  readonly paths?: readonly string[]
}
const failures: readonly Failing[] = [
  { name: 'answers 500 to everything', failure: { status: 500, type: 'text/plain', body: 'oops' } },
  { name: 'cannot be reached', failure: 'unreachable' },
  {
    name: 'answers no valid JSON',
    failure: { status: 200, type: 'application/json', body: '{"events": [' },
    paths: ['/dashboard', '/videos'],
  },
]

/** Longer than the waits before the retries of a read, 1, 2 and 4 s (FETCH-01). */
const RETRY_MS = 5_000

/** What one screen asked for and what it told the console. */
class Log {
  /** Reads by path, each counted once however often it was tried. */
  readonly reads = new Set<string>()
  readonly reports: string[] = []
  /** What nobody caught, and errors of our own on the console. */
  readonly uncaught: string[] = []

  /** Forgets the screen before. */
  clear(): void {
    this.reads.clear()
    this.reports.length = 0
    this.uncaught.length = 0
  }
}

function listen(page: Page): Log {
  const log = new Log()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/v1/')) log.reads.add(`${request.method()} ${pathname}`)
  })
  page.on('pageerror', (error) => log.uncaught.push(error.message))
  page.on('console', (message) => {
    const text = message.text()
    // The browser's own lines for what did not come cannot be prevented.
    const isBrowsers = /^Failed to load resource|^WebSocket connection to /.test(text)
    if (message.type() === 'error' && !isBrowsers) log.uncaught.push(text)
    if (text.startsWith('[nightjar]')) log.reports.push(text)
  })
  return log
}

/**
 * Whether each failed read was reported once. A probe asks what some screens read, too: then it may be one report less. It
 * comes where the hub is away, and where the clock leaps on before an answer is here, as the hub seems silent then.
 */
function isToldOnce({ reads, reports }: Log): boolean {
  return reports.length === reads.size || (reads.has(PROBE) && reports.length === reads.size - 1)
}

const TOLD_ONCE = 'each failed read was told once'

/** How that stands, in words: whoever waits for it in vain reads what was told instead. */
function toldOf(log: Log): string {
  if (isToldOnce(log)) return TOLD_ONCE
  return `${log.reports.length} reports of ${[...log.reads].join(', ')}: ${log.reports.join(' | ')}`
}

/** Lets time pass until every read was given up and told of, and then some: nothing is told twice, and some begin late. */
async function untilGivenUp(page: Page, log: Log): Promise<void> {
  const standing = async () => {
    await page.clock.fastForward(RETRY_MS)
    return toldOf(log)
  }
  await expect.poll(standing, { intervals: [100] }).toBe(TOLD_ONCE)
  for (let more = 0; more < 3; more++) await page.clock.fastForward(RETRY_MS)
  await expect.poll(standing, { intervals: [100] }).toBe(TOLD_ONCE)
}

for (const { name, failure, paths } of failures) {
  test(`${paths?.join(' and ') ?? 'every screen'} stays usable and quiet while the hub ${name} (ERR-30, UI-07)`, async ({
    front,
    openBrowser,
  }) => {
    const page = await openBrowser()
    await haveSession(page, front, 'failing@example.org')
    front.fail(failure)
    await page.clock.install()
    const log = listen(page)
    const told: string[] = []
    for (const { path, heading } of guardedRoutes) {
      if (paths?.includes(path) === false) continue
      // So that nothing of the screen before is taken for this one's.
      await page.goto('about:blank')
      log.clear()
      await page.goto(`${front.url}${path}`)
      const title = page.getByRole('heading', { level: 1, name: heading })
      await expect(title).toBeVisible()
      await page.waitForLoadState('networkidle')
      await untilGivenUp(page, log)
      await expect(title).toBeVisible()
      if ((await page.getByRole('alertdialog').count()) > 0) told.push(`${path} shows a dialog`)
      if ((await page.locator('[data-scope=toast][data-part=root]').count()) > 0) told.push(`${path} shows a toast`)
      told.push(...log.uncaught.map((text) => `${path}: ${text}`))
      if (!isToldOnce(log)) told.push(`${path}: ${toldOf(log)}`)
      await page.getByRole('link', { name: 'Events', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Security Events' })).toBeVisible()
    }
    expect(told).toEqual([])
  })
}

test('figures, plans, banner and tile do not wait until what they stand beside is given up (DASH-24, BILL-07, CAM-05, CAM-11)', async ({
  front,
  openBrowser,
}) => {
  const page = await openBrowser()
  await haveSession(page, front, 'defaults@example.org')
  front.fail({ status: 500, type: 'text/plain', body: 'oops' })
  // Less than the 7 s after which a read is given up (FETCH-01), with time for a busy machine.
  const within = { timeout: 6_000 }
  await page.goto(`${front.url}/dashboard`)
  for (const text of ['0/0', 'No cameras found', '0 Bytes', '0 MB / 0 MB']) {
    await expect(page.getByText(text, { exact: true })).toBeVisible(within)
  }
  await expect(page.getByText('No cameras online')).toBeHidden()
  await page.goto(`${front.url}/billing`)
  await expect(page.getByRole('button', { name: 'Upgrade' })).toBeVisible(within)
  front.fail(null)
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/v1/cameras', async (route) => {
    await asked
    await route.fulfill({ json: [{ id: '1', name: 'Garden' }] })
  })
  await page.goto(`${front.url}/cameras`)
  await expect(page.getByRole('link', { name: 'Upgrade Plan' })).toBeVisible(within)
  await expect(page.getByText('Add New Camera')).toBeVisible()
  const instructions = page.getByRole('button', { name: 'Setup Instructions' })
  await instructions.click()
  await expect(page.getByRole('dialog', { name: 'Setup Instructions' })).toBeVisible()
  await page.keyboard.press('Escape')
  const before = await instructions.boundingBox()
  answer()
  const card = page.getByRole('article', { name: 'Garden' })
  await expect(card).toBeVisible()
  expect(await instructions.boundingBox()).toEqual(before)
  expect((await card.boundingBox())?.width).toBeLessThan(600)
})

test('screens that failed fill by themselves or by a reload once the hub is back (ERR-30)', async ({
  front,
  openBrowser,
}) => {
  const page = await openBrowser()
  await haveSession(page, front, 'back@example.org')
  front.fail('unreachable')
  await page.goto(`${front.url}/dashboard`)
  await expect(page.getByText('The hub does not answer')).toBeVisible()
  front.fail(null)
  await expect(page.getByText('The hub does not answer')).toBeHidden()
  await expect(page.getByText('No cameras found')).toBeVisible()
})

for (const { name, failure } of failures) {
  test(`sign-in says that it failed and is usable again while the hub ${name} (ERR-01, ERR-02, AUTH-22)`, async ({
    front,
    openBrowser,
  }) => {
    const page = await openBrowser()
    const log = listen(page)
    front.fail(failure)
    await page.goto(`${front.url}/login`)
    await page.getByPlaceholder('Enter your email').fill('a@example.org')
    await page.getByRole('button', { name: 'Secure Sign In' }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText('Failed to send OTP. Please try again.')
    await dialog.getByRole('button', { name: 'OK' }).click()
    await expect(page.getByRole('button', { name: 'Secure Sign In' })).toBeFocused()
    expect(log.reports).toHaveLength(1)
    front.fail(null)
    await page.getByRole('button', { name: 'Secure Sign In' }).click()
    await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible()
    front.fail(failure)
    await page.getByLabel('Digit 1').click()
    await page.keyboard.type('123456')
    await page.getByRole('button', { name: 'Verify Code' }).click()
    await expect(dialog).toContainText('Verification failed. Please try again.')
    expect(log.uncaught).toEqual([])
  })
}
