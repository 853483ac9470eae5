import type { Locator, Page } from '@playwright/test'

import type { Box } from '../../../src/lib/box'
import type { Label } from '../../../src/lib/label'
import { seen } from '../../server/support/detections'
import { cameraRhythm } from '../../support/engine/rhythm-clip'
import { seriousAxeFaults } from '../support/axe'
import { ClipDelivery } from '../support/clip-delivery'
import { layoutShift, overflow, smallTargets, watchLayoutShifts } from '../support/layout'
import { signIn } from '../support/signed-in'
import { expect, test } from '../support/test'

/** Where the usual thumbnail has its block. */
const block: Box = { left: 480 / 640, top: 120 / 360, width: 70 / 640, height: 180 / 360 }
const people = [
  seen(0, { score: 0.5, box: { ...block, left: 40 / 640 } }),
  seen(1000, { box: block }),
  seen(5000, { score: 0.5, box: block }),
]
/** Motion and a person almost at once, as it mostly is. */
const clip = cameraRhythm(4.8, 8)

/** A picture higher than wide, with a block at the box. */
const upright = { width: 480, height: 640 }
const inUpright: Box = { left: 0.25, top: 0.4, width: 0.25, height: 0.2 }

interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const rectangleOf = (element: Locator): Promise<Rectangle> =>
  element.evaluate((node) => {
    const { x, y, width, height } = node.getBoundingClientRect()
    return { x, y, width, height }
  })

/** Where a box of a picture shows that is fitted into a place, by the rule of `object-fit`. */
function placeOf(box: Box, size: { width: number; height: number }, place: Rectangle, fit: 'cover' | 'contain') {
  const scales = [place.width / size.width, place.height / size.height]
  const scale = fit === 'cover' ? Math.max(...scales) : Math.min(...scales)
  const [width, height] = [size.width * scale, size.height * scale]
  return {
    x: place.x + (place.width - width) / 2 + box.left * width,
    y: place.y + (place.height - height) / 2 + box.top * height,
    width: box.width * width,
    height: box.height * height,
  }
}

/** That a frame stands where its box shows in a picture; both are asked for until they do, as a player opens with a movement. */
async function expectFrame(
  frame: Locator,
  [box, size, fit]: readonly [Box, { width: number; height: number }, 'cover' | 'contain'],
  picture: Locator,
): Promise<void> {
  await expect(async () => {
    const [found, place] = [await rectangleOf(frame), await rectangleOf(picture)]
    const wanted = placeOf(box, size, place, fit)
    for (const side of ['x', 'y', 'width', 'height'] as const) expect(found[side], side).toBeCloseTo(wanted[side], 0)
  }).toPass({ timeout: 10_000 })
}

const uprightPicture = (page: Page) =>
  page.evaluate(
    ({ size, box }) => {
      const canvas = Object.assign(document.createElement('canvas'), size)
      const context = canvas.getContext('2d')
      if (context === null) throw new Error('There is no canvas.')
      context.fillStyle = '#dfe6ea'
      context.fillRect(0, 0, size.width, size.height)
      context.fillStyle = '#4a5a86'
      const { left, top, width, height } = box
      context.fillRect(left * size.width, top * size.height, width * size.width, height * size.height)
      return canvas.toDataURL('image/jpeg', 0.8).split(',')[1] ?? ''
    },
    { size: upright, box: inUpright },
  )

const player = (page: Page) => page.getByRole('dialog')
const framesIn = (place: Locator) => place.getByTestId('boxes').locator('rect:first-child')
const seek = (page: Page, sec: number) =>
  player(page)
    .locator('video')
    .evaluate((video: HTMLVideoElement, atSec) => {
      video.pause()
      video.currentTime = atSec
    }, sec)

test('a clip in which somebody was seen shows frames on its picture and in the player, where the person is; the picture shows whole in low windows, too (PERSON-08, UI-08)', async ({
  hub,
  openBrowser,
  trouble,
}) => {
  const page = await openBrowser()
  await watchLayoutShifts(page)
  await signIn(page, hub, 'people@example.org')
  const delivery = await ClipDelivery.start(hub, page)
  const door = await delivery.addCamera('Front Door')
  const nowMs = Date.now()
  await delivery.deliver(door, nowMs - 180_000, clip)
  const detections = [seen(500, { box: inUpright })]
  await delivery.deliver(door, nowMs - 120_000, clip, { detections, thumbnail: await uprightPicture(page) })
  await delivery.deliver(door, nowMs - 60_000, clip, { detections: people })

  await page.getByRole('link', { name: 'Events', exact: true }).click()
  const rows = page.getByRole('list', { name: 'Events' }).getByRole('listitem')
  await test.step('the picture of an event has the frames of its moment, also where the picture is cut', async () => {
    await expect(rows.first().getByText('Person at Front Door')).toBeVisible()
    const picture = rows.first().getByRole('img', { name: 'Picture from Front Door, 1 person seen' })
    await expect(framesIn(rows.first())).toHaveCount(1)
    await expectFrame(framesIn(rows.first()), [block, { width: 640, height: 360 }, 'cover'], picture)
    await expectFrame(framesIn(rows.nth(1)), [inUpright, upright, 'cover'], rows.nth(1).getByRole('img'))
    await expect(rows.nth(2).getByRole('img', { name: 'Picture from Front Door', exact: true })).toBeVisible()
    await expect(framesIn(rows.nth(2))).toHaveCount(0)
  })

  await test.step('so have those of Videos and of the dashboard', async () => {
    await page.getByRole('link', { name: 'Videos', exact: true }).click()
    await expect(page.getByRole('img', { name: 'Picture from Front Door, 1 person seen' })).toHaveCount(2)
    await expect(framesIn(page.getByRole('article').first())).toHaveCount(1)
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await expect(framesIn(page.getByRole('list', { name: 'Recent Activity' }))).toHaveCount(2)
    await page.getByRole('link', { name: 'Events', exact: true }).click()
  })

  await test.step('the player frames people around their moments, and marks these on the time line', async () => {
    await rows.first().getByRole('button', { name: /^Play/ }).click()
    await expect(player(page).getByRole('button', { name: /^Person at/ })).toHaveCount(2)
    await player(page).getByRole('button', { name: 'Person at 0:05' }).click()
    // Close beside it, and still to be pressed.
    await player(page).getByRole('button', { name: 'Motion at 0:04' }).click()
    await seek(page, 5)
    await expect(framesIn(player(page))).toHaveCount(1)
    await expectFrame(
      framesIn(player(page)),
      [block, { width: 640, height: 360 }, 'contain'],
      player(page).locator('video'),
    )
    await seek(page, 3)
    await expect(framesIn(player(page))).toHaveCount(0)
    expect(await smallTargets(page)).toEqual([])
  })

  await test.step('on a phone on its side, the picture stands between bars and the frame with it', async () => {
    await page.setViewportSize({ width: 844, height: 390 })
    await seek(page, 5)
    await expect(framesIn(player(page))).toHaveCount(1)
    const place = await rectangleOf(player(page).locator('video'))
    expect(place.width / place.height).toBeGreaterThan(2)
    await expectFrame(
      framesIn(player(page)),
      [block, { width: 640, height: 360 }, 'contain'],
      player(page).locator('video'),
    )
    await expect(player(page).locator('video')).toBeInViewport({ ratio: 0.99 })
    // And what it is played by, without scrolling there.
    await expect(player(page).getByRole('button', { name: 'Motion at 0:04' })).toBeInViewport({ ratio: 1 })
  })

  await test.step('enlarged to 200 and to 400 %, the picture shows whole', async () => {
    await page.setViewportSize({ width: 768, height: 365 })
    await expect(player(page).locator('video')).toBeInViewport({ ratio: 0.99 })
    await page.setViewportSize({ width: 320, height: 256 })
    await player(page).locator('video').scrollIntoViewIfNeeded()
    await expect(player(page).locator('video')).toBeInViewport({ ratio: 0.99 })
    await page.mouse.move(160, 128)
    await page.mouse.wheel(0, 1000)
    await expect(player(page).getByRole('button', { name: 'Download' })).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('F fills the screen with picture and frames, also from one recording to the next', async () => {
    const full = page.locator(':fullscreen')
    await page.keyboard.press('f')
    await seek(page, 5)
    await expect(framesIn(full)).toHaveCount(1)
    expect((await rectangleOf(full.locator('video'))).width).toBeGreaterThan(1400)
    await expectFrame(framesIn(full), [block, { width: 640, height: 360 }, 'contain'], full.locator('video'))
    expect(await seriousAxeFaults(page, { rules: ['color-contrast'] })).toEqual([])
    const first = (await full.locator('video').getAttribute('src')) ?? ''
    await page.keyboard.press('ArrowRight')
    await expect(full.locator('video')).not.toHaveAttribute('src', first)
    await page.keyboard.press('ArrowLeft')
    await expect(player(page).getByText('1 of 3')).toBeAttached()
    await full.getByRole('button', { name: 'Leave full screen' }).click()
    await expect(full).toHaveCount(0)
  })

  await test.step('B hides and shows the frames, from one recording to the next', async () => {
    await page.keyboard.press('b')
    await expect(framesIn(player(page))).toHaveCount(0)
    await expect(player(page).getByRole('button', { name: 'Show boxes' })).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(player(page).getByText('2 of 3')).toBeVisible()
    await seek(page, 0.5)
    await player(page).getByRole('button', { name: 'Show boxes' }).click()
    await expect(framesIn(player(page))).toHaveCount(1)
    await page.keyboard.press('ArrowRight')
    await expect(player(page).getByText('3 of 3')).toBeVisible()
    await expect(player(page).getByRole('button', { name: /boxes|^Person at/ })).toHaveCount(0)
  })
  expect((await layoutShift(page)).sum).toBeLessThan(0.1)
  expect(trouble).toEqual([])
})

test('a clip with a dog and people says so, wherever it is listed, and is found by it (LABEL-05, LABEL-06, LABEL-08)', async ({
  hub,
  openBrowser,
  trouble,
}) => {
  const page = await openBrowser()
  await signIn(page, hub, 'dogs@example.org')
  const delivery = await ClipDelivery.start(hub, page)
  const garden = await delivery.addCamera('Garden')
  const nowMs = Date.now()
  const track = (number: number, left: number, label: Label) =>
    [0, 400, 800].map((atMs) => ({
      ...seen(atMs, { box: { ...block, left: left + atMs / 8_000 } }),
      label,
      track: number,
    }))
  await delivery.deliver(garden, nowMs - 180_000, clip)
  await delivery.deliver(garden, nowMs - 120_000, clip, { detections: track(0, 0.2, 'dog') })
  const both = [...track(0, 0.1, 'person'), ...track(1, 0.6, 'person'), ...track(2, 0.35, 'dog')]
  await delivery.deliver(garden, nowMs - 60_000, clip, { detections: both })

  await page.getByRole('link', { name: 'Events', exact: true }).click()
  const rows = page.getByRole('list', { name: 'Events' }).getByRole('listitem')
  await test.step('rows say what there was, and frames have their names', async () => {
    await expect(rows.first().getByText('Person at Garden')).toBeVisible()
    await expect(rows.first().getByText('2 people, 1 dog', { exact: true })).toBeVisible()
    await expect(framesIn(rows.first())).toHaveCount(3)
    await expect(rows.nth(1).getByText('Dog at Garden')).toBeVisible()
    await expect(rows.nth(2).getByText('Motion at Garden')).toBeVisible()
  })

  await test.step('the filter finds animals', async () => {
    await page.getByLabel('Event type').selectOption({ label: 'Animals' })
    await expect(rows).toHaveCount(2)
    await page.getByLabel('Event type').selectOption({ label: 'Vehicles' })
    await expect(page.getByText('No events found')).toBeVisible()
    await page.getByLabel('Event type').selectOption({ label: 'All Events' })
  })

  await test.step('a frame goes along between two looks', async () => {
    await rows.nth(1).getByRole('button', { name: /^Play/ }).click()
    await seek(page, 0.2)
    await expect(framesIn(player(page))).toHaveCount(1)
    const between = { ...block, left: 0.2 + 200 / 8_000 }
    await expectFrame(
      framesIn(player(page)),
      [between, { width: 640, height: 360 }, 'contain'],
      player(page).locator('video'),
    )
    await expect(player(page).getByText('1 dog', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('recordings are chosen by it, and the assistant counts it', async () => {
    await page.getByRole('link', { name: 'Videos', exact: true }).click()
    await expect(page.getByRole('article')).toHaveCount(3)
    await page.getByLabel('Seen').selectOption({ label: 'Animals' })
    await expect(page.getByRole('article')).toHaveCount(2)
    await page.getByRole('link', { name: 'Notifications', exact: true }).click()
    await expect(page.getByRole('switch', { name: 'Animals' })).toBeChecked()
    await expect(page.getByRole('switch', { name: 'Vehicles' })).toBeChecked()
  })
  expect(trouble).toEqual([])
})
