import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { webm } from '../../server/support/forms'
import { axeFaults } from '../support/axe'
import { signIn } from '../support/signed-in'
import { expect, test } from '../support/test'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Another machine delivers clips that began so long ago, in the session of the page. */
async function deliver(page: Page, agesMs: readonly number[], names = ['Front Door']): Promise<void> {
  const clips = agesMs.map((ageMs, index) => ({
    startedAt: new Date(Date.now() - ageMs).toISOString(),
    clipId: randomUUID(),
    bytes: [...webm(1000 + index, index)],
  }))
  await page.evaluate(
    async ([sent, cameraNames]) => {
      const headers = {
        authorization: `Bearer ${localStorage.getItem('token')}`,
        'x-workspace-id': localStorage.getItem('workspaceId') ?? '',
      }
      const ids: string[] = []
      for (const name of cameraNames) {
        const body = JSON.stringify({
          name,
          location: 'Hall',
          deviceId: name,
          deviceLabel: name,
          isAudioEnabled: false,
        })
        const answer = await fetch('/v1/cameras', {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body,
        })
        if (!answer.ok) throw new Error(await answer.text())
        const { id }: { id: string } = await answer.json()
        ids.push(id)
      }
      for (const [index, { startedAt, clipId, bytes }] of sent.entries()) {
        const form = new FormData()
        const fields = {
          cameraId: ids[index % ids.length] ?? '',
          size: `${bytes.length}`,
          hasAudio: 'false',
          clipId,
          startedAt,
        }
        for (const [name, value] of Object.entries(fields)) form.append(name, value)
        form.append('video', new Blob([new Uint8Array(bytes)], { type: 'video/webm' }), `${clipId}.webm`)
        const answer = await fetch('/v1/videos/upload', { method: 'POST', headers, body: form })
        if (!answer.ok) throw new Error(await answer.text())
      }
    },
    [clips, names] as const,
  )
}

const button = (page: Page) => page.getByRole('button', { name: 'Date Range', exact: true })
const calendar = (page: Page) => page.locator('[data-scope=date-picker][data-part=content]')
const chip = (page: Page) => page.getByRole('button', { name: /^Remove date range/ })

async function choose(page: Page, preset: string): Promise<void> {
  await button(page).click()
  await calendar(page).getByRole('button', { name: preset, exact: true }).click()
  await expect(calendar(page)).toBeHidden()
}

test('Date Range on Events asks the hub for a time, by name or by days (EVT-04, X-69)', async ({
  hub,
  openBrowser,
  trouble,
}) => {
  const page = await openBrowser()
  await signIn(page, hub, 'range@example.org')
  await deliver(page, [HOUR_MS, 3 * DAY_MS, 4 * DAY_MS, 5 * DAY_MS, 6 * DAY_MS, 20 * DAY_MS])
  const asked: URL[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    // The dashboard asks for a day, with larger pages, and may still do so while it is left.
    if (url.pathname === '/v1/notifications' && url.searchParams.get('pageSize') === '5') asked.push(url)
  })
  await page.getByRole('link', { name: 'Events', exact: true }).click()
  const rows = page.getByRole('list', { name: 'Events' }).getByRole('listitem')
  await expect(rows).toHaveCount(5)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(rows).toHaveCount(1)

  await test.step('opening it asks for nothing', async () => {
    await button(page).click()
    await expect(calendar(page)).toBeVisible()
    expect(asked.some(({ searchParams }) => searchParams.has('dateStart'))).toBe(false)
    expect(await axeFaults(page, { selector: '[data-part=content]' })).toEqual([])
    await page.keyboard.press('Escape')
    await expect(calendar(page)).toBeHidden()
    await expect(button(page)).toBeFocused()
  })

  await test.step('Last 24 hours sends ISO times 24 h apart, from the first page on', async () => {
    const isAsked = page.waitForRequest((request) => request.url().includes('dateStart='))
    await choose(page, 'Last 24 hours')
    await isAsked
    // The page before, which stands until the answer is here, was a second one.
    for (const name of ['Previous', 'Next']) await expect(page.getByRole('button', { name })).toBeDisabled()
    await expect(rows).toHaveCount(1)
    const [page0, start, end] = ['page', 'dateStart', 'dateEnd'].map(
      (name) => asked.at(-1)?.searchParams.get(name) ?? '',
    )
    expect([page0, start, end]).toEqual(['0', new Date(start ?? '').toISOString(), new Date(end ?? '').toISOString()])
    expect(Date.parse(end ?? '') - Date.parse(start ?? '')).toBe(DAY_MS)
    await expect(chip(page)).toHaveText('Last 24 hours')
  })

  await test.step('Last 7 days shows more, and the chip lifts it', async () => {
    await choose(page, 'Last 7 days')
    await expect(rows).toHaveCount(5)
    // All six would have a second page.
    await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
    await chip(page).click()
    await expect(chip(page)).toBeHidden()
    await expect.poll(() => asked.at(-1)?.searchParams.has('dateStart')).toBe(false)
  })

  await test.step('two days of the calendar, by keyboard', async () => {
    await button(page).focus()
    await page.keyboard.press('Enter')
    await expect(calendar(page)).toBeVisible()
    await calendar(page).locator('[data-part=table-cell-trigger][data-today]').focus()
    for (const key of ['Enter', 'Enter']) await page.keyboard.press(key)
    await expect(calendar(page)).toBeHidden()
    await expect(chip(page)).toBeVisible()
    const { searchParams } = asked.at(-1) ?? new URL(hub.url)
    const lengthMs = Date.parse(searchParams.get('dateEnd') ?? '') - Date.parse(searchParams.get('dateStart') ?? '')
    expect(lengthMs).toBeGreaterThan(22 * HOUR_MS)
    expect(lengthMs).toBeLessThan(26 * HOUR_MS)
  })

  await test.step('an empty list says how to widen it', async () => {
    await page.getByPlaceholder('Search events...').fill('nothing like it')
    await expect(page.getByText('No events found')).toBeVisible()
    await expect(page.getByText('Try adjusting your search or filter criteria')).toBeVisible()
    await page.getByPlaceholder('Search events...').fill('')
    await page.getByRole('button', { name: 'Remove date range' }).click()
    await expect(rows).toHaveCount(5)
  })

  expect(trouble).toEqual([])
})

test('Date Range on Videos leaves the loaded recordings of that time (VID-04)', async ({
  hub,
  openBrowser,
  trouble,
}) => {
  const page = await openBrowser()
  await signIn(page, hub, 'videos@example.org')
  await deliver(page, [2 * DAY_MS, 3 * DAY_MS, 20 * DAY_MS])
  await page.getByRole('link', { name: 'Videos', exact: true }).click()
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(3)
  await choose(page, 'Last 7 days')
  await expect(cards).toHaveCount(2)
  await choose(page, 'Last 24 hours')
  await expect(page.getByText('No recordings found')).toBeVisible()
  await expect(page.getByText(/Only this time is shown: Last 24 hours/)).toBeVisible()
  await page.getByRole('button', { name: 'Show all dates' }).click()
  await expect(cards).toHaveCount(3)
  expect(trouble).toEqual([])
})

test('all of the calendar can be pressed on a telephone on its side (UI-08)', async ({ hub, openBrowser }) => {
  const page = await openBrowser()
  await signIn(page, hub, 'low@example.org')
  await deliver(page, [HOUR_MS])
  await page.setViewportSize({ width: 844, height: 390 })
  await page.goto(`${hub.url}/videos`)
  await expect(page.getByRole('article')).toHaveCount(1)
  await button(page).click()
  await expect(calendar(page)).toBeVisible()
  const controls = calendar(page).getByRole('button')
  for (const control of await controls.all()) {
    await control.scrollIntoViewIfNeeded()
    await expect(control).toBeInViewport({ ratio: 1 })
  }
})

test('Manage Storage says what takes the space and leads to it (VID-16, VID-17, X-18)', async ({
  hub,
  openBrowser,
}) => {
  const page = await openBrowser()
  await signIn(page, hub, 'storage@example.org')
  await deliver(page, [HOUR_MS, 2 * DAY_MS, 2 * DAY_MS], ['Side Gate'])
  await page.getByRole('link', { name: 'Videos', exact: true }).click()
  await expect(page.getByText('Auto-delete after 30 days')).toBeVisible()
  await page.getByRole('button', { name: 'Manage Storage' }).click()
  const dialog = page.getByRole('dialog', { name: 'Manage Storage' })
  await expect(dialog.getByText('Counted: all 3 recordings.')).toBeVisible()
  await expect(dialog.getByText(/Auto-delete after 30 days/)).toBeVisible()
  const days = dialog.getByRole('region', { name: 'By day' }).getByRole('listitem')
  await expect(days.first()).toContainText('2 recordings')
  expect(await axeFaults(page, { selector: '[role=dialog]' })).toEqual([])
  await dialog.getByRole('button', { name: 'Show recordings of Side Gate' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('Camera', { exact: true })).toHaveValue('Side Gate')
  await expect(page.getByRole('article')).toHaveCount(3)
})
