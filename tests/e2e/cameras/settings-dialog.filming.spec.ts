import type { Page } from '@playwright/test'
import { addCamera, turnMotionOn } from '../../../scripts/demo/steps.mjs'
import { axeFaults } from '../support/axe'
import { signIn } from '../support/signed-in'
import { expect, test } from '../support/test'

const camera = { name: 'Front Door', location: 'Hallway' }

/** The footage's room is empty for at most 7 s before somebody walks through it again. */
const WALK_LIMIT_MS = 30_000

const dialogOf = (page: Page) => page.getByRole('dialog', { name: `Settings of ${camera.name}` })

async function openSettings(page: Page) {
  await page.getByRole('article', { name: camera.name }).getByRole('button', { name: 'Settings' }).click()
  const dialog = dialogOf(page)
  await expect(dialog.getByRole('grid', { name: 'Zones to ignore' })).toBeVisible()
  return dialog
}

/** What is kept of the one camera, by the part of its key before the id. */
const keptIn = (page: Page) =>
  page.evaluate(() =>
    Object.fromEntries(
      Object.entries(localStorage).flatMap(([key, value]) => {
        const [, kind] = /^(detection|zones):/.exec(key) ?? []
        return kind === undefined ? [] : [[kind, value]]
      }),
    ),
  )

test.use({ areThingsNamed: true })

test('the Settings dialog shows why a camera triggers, and keeps how it is to look (ENG-17, X-42)', async ({
  hub,
  openBrowser,
  trouble,
}) => {
  const page = await openBrowser()
  await signIn(page, hub, 'ann@example.org', '/cameras')
  await addCamera(page, camera)
  await turnMotionOn(page, camera.name)
  const dialog = await openSettings(page)

  await test.step('the meter follows somebody who walks past, and the picture shows where', async () => {
    const meter = dialog.getByRole('meter')
    await expect(meter).toHaveAttribute('aria-valuetext', 'motion', { timeout: WALK_LIMIT_MS })
    await expect(dialog.getByText(/^It would have triggered/)).toBeVisible()
    const coloured = () =>
      dialog.locator('canvas').evaluate((canvas) => {
        if (!(canvas instanceof HTMLCanvasElement)) return 0
        const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
        return data.filter((value, index) => index % 4 === 3 && value > 0).length
      })
    await expect.poll(coloured).toBeGreaterThan(20)
    await expect(meter).toHaveAttribute('aria-valuetext', 'no motion', { timeout: WALK_LIMIT_MS })
  })

  await test.step('whoever walks is told in words, with how often it looks (LABEL-11)', async () => {
    await expect(dialog.getByText(/^Seen just now: \d (person|people)\.$/)).toBeVisible({ timeout: 2 * WALK_LIMIT_MS })
    await expect(
      dialog.getByText(/^What moves is looked at [\d.]+ times a second; a look costs \d+ ms\.$/),
    ).toBeVisible()
  })

  await test.step('the slider tells at once what another sensitivity would have done', async () => {
    await dialog.getByRole('slider').press('End')
    await expect(dialog.getByText('motion above 0.04%')).toBeVisible()
    await dialog.getByRole('slider').press('Home')
    await expect(dialog.getByText('motion above 4.04%')).toBeVisible()
  })

  await test.step('zones are painted by keyboard', async () => {
    await dialog.getByRole('gridcell', { name: 'Zone row 1, column 1, watched' }).focus()
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'Space', 'Shift+ArrowRight']) {
      await page.keyboard.press(key)
    }
    await expect(dialog.getByRole('gridcell', { name: 'Zone row 3, column 2, ignored' })).toBeVisible()
    await expect(dialog.getByText('2 of 144 zones ignored')).toBeVisible()
  })

  await test.step('and by mouse', async () => {
    const box = await dialog.getByRole('grid').boundingBox()
    if (box === null) throw new Error('The grid has no place.')
    const middle = (row: number, column: number) =>
      [box.x + ((column + 0.5) * box.width) / 16, box.y + ((row + 0.5) * box.height) / 9] as const
    await page.mouse.move(...middle(8, 0))
    await page.mouse.down()
    await page.mouse.move(...middle(8, 15), { steps: 3 })
    await page.mouse.up()
    await expect(dialog.getByText('18 of 144 zones ignored')).toBeVisible()
  })

  await test.step('it can be used with a screen reader', async () => {
    expect(await axeFaults(page, { selector: '[role=dialog]' })).toEqual([])
  })

  await test.step('another method measures anew, and Save keeps all of it', async () => {
    expect(await keptIn(page)).toEqual({})
    await dialog.getByText('Classic', { exact: true }).click()
    await expect(dialog.getByRole('meter')).toBeVisible()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Camera details updated successfully.')).toBeVisible()
    expect(await keptIn(page)).toEqual({ detection: 'classic', zones: expect.stringMatching(/^33,34,128,.*,143$/) })
  })

  await test.step('it is found again after a reload, and Cancel leaves it', async () => {
    await page.reload()
    const again = await openSettings(page)
    await expect(again.getByRole('radio', { name: /Classic/ })).toBeChecked()
    await expect(again.getByText('18 of 144 zones ignored')).toBeVisible()
    await expect(again.getByText('Low · 0')).toBeVisible()
    const before = await keptIn(page)
    await again.getByText('Adaptive (recommended)').click()
    await again.getByRole('button', { name: 'Clear zones' }).click()
    await again.getByRole('button', { name: 'Cancel' }).click()
    await expect(again).toBeHidden()
    expect(await keptIn(page)).toEqual(before)
  })

  expect(trouble).toEqual([])
})

test('the Settings dialog fits a phone (UI-08)', async ({ hub, openBrowser }) => {
  const page = await openBrowser()
  await signIn(page, hub, 'ann@example.org', '/cameras')
  await addCamera(page, camera)
  await page.setViewportSize({ width: 390, height: 844 })
  const dialog = await openSettings(page)
  await expect(dialog.getByText(/Turn on “Motion Detection” on the card/)).toBeVisible()
  // Polled, since the dialog grows to its size as it opens.
  const gridWidth = async () => (await dialog.getByRole('grid').boundingBox())?.width
  await expect.poll(gridWidth).toBeGreaterThan(330)
  const wide = await dialog.evaluate((element) =>
    [element, ...element.querySelectorAll('*')].some(
      ({ scrollWidth, clientWidth, clientHeight }) => clientHeight > 1 && scrollWidth > clientWidth + 1,
    ),
  )
  expect(wide).toBe(false)
})
