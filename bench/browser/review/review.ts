import type { Page } from '@playwright/test'
import { z } from 'zod'
import { barLine, figure, quantile, type Row } from '../../report'
import { openReviewApp } from './review-app'
import { quickShare, type ReviewRun, reviewBars, reviewRows } from './review-figures'

const EVENTS = 10_000

/** A drag over all of the time that shows, there and back. */
const DRAG_MS = 4_000
const MOVE_EVERY_MS = 16

/** A day of ten thousand events: how soon it shows, and whether it stays smooth under a dragging pointer. */
export async function measureReview(
  executable: string,
  { cameras, rounds }: { readonly cameras: number; readonly rounds: number },
): Promise<{ product: string; rows: Row[] }> {
  const app = await openReviewApp(executable, { cameras, events: EVENTS })
  try {
    console.log(app.product)
    const { page } = app
    const firstPictureMs = await openTimeline(page, cameras)
    const asked = countRequests(page)
    const framesMs: number[] = []
    for (let round = 0; round < rounds; round++) {
      framesMs.push(...(await drag(page, round % cameras)))
      // By the day and by the hour in turns.
      await page.getByRole('button', { name: /^Show (one hour|the day)$/ }).click()
    }
    const run: ReviewRun = { cameras, events: EVENTS, firstPictureMs, framesMs, ...asked }
    report(run)
    return { product: app.product, rows: reviewRows(run) }
  } finally {
    await app.close()
  }
}

/** The day of the events is yesterday: its read begins with the press on the arrow, the code's with the press on Timeline. */
async function openTimeline(page: Page, cameras: number): Promise<number> {
  const took = await page.evaluate(async (lanes) => {
    const drawn = (part: string) =>
      [...document.querySelectorAll(`[data-part=${part}]`)].filter((path) => (path.getAttribute('d') ?? '') !== '')
        .length
    const until = async (isThere: () => boolean) => {
      while (!isThere()) await new Promise(requestAnimationFrame)
    }
    const button = (name: string) =>
      [...document.querySelectorAll('button')].find((one) => (one.ariaLabel ?? one.textContent ?? '').trim() === name)
    const fromMs = performance.now()
    button('Timeline')?.click()
    await until(() => button('Day before') !== undefined)
    button('Day before')?.click()
    await until(() => drawn('motion') >= lanes)
    // That frame is painted.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    return performance.now() - fromMs
  }, cameras)
  await page.waitForTimeout(500)
  return took
}

const framesShape = z.array(z.number())

async function drag(page: Page, lane: number): Promise<readonly number[]> {
  const box = await page.getByRole('listbox').nth(lane).boundingBox()
  if (box === null) throw new Error('The lane does not show.')
  const y = box.y + box.height / 2
  await page.mouse.move(box.x + 2, y)
  await page.mouse.down()
  await page.evaluate(() => {
    const framesMs: number[] = []
    let lastMs = performance.now()
    const note = (nowMs: number) => {
      framesMs.push(nowMs - lastMs)
      lastMs = nowMs
      if ('reviewFrames' in window) requestAnimationFrame(note)
    }
    Object.assign(window, { reviewFrames: framesMs })
    requestAnimationFrame(note)
  })
  const fromMs = Date.now()
  for (let passedMs = 0; passedMs < DRAG_MS; passedMs = Date.now() - fromMs) {
    const there = 1 - Math.abs(1 - (2 * passedMs) / DRAG_MS)
    await page.mouse.move(box.x + 2 + there * (box.width - 4), y)
    await page.waitForTimeout(MOVE_EVERY_MS)
  }
  const frames: unknown = await page.evaluate('const all = window.reviewFrames; delete window.reviewFrames; all')
  await page.mouse.up()
  // The press's own first frame waited for the pointer.
  return framesShape.parse(frames).slice(1)
}

function countRequests(page: Page): { lists: number; pictures: number } {
  const asked = { lists: 0, pictures: 0 }
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname === '/v1/review/clips') asked.lists += 1
    if (pathname.includes('/thumbnails/')) asked.pictures += 1
  })
  return asked
}

function report(run: ReviewRun): void {
  const { framesMs } = run
  console.log(
    `\n${run.events} events: drawn after ${figure(run.firstPictureMs)} ms; ${framesMs.length} frames while dragging, ` +
      `95th percentile ${figure(quantile(framesMs, 0.95))} ms, slowest ${figure(Math.max(...framesMs))} ms, ` +
      `${figure(100 * quickShare(framesMs))} % under 50 ms; ${run.lists} lists and ${run.pictures} pictures were asked for`,
  )
  for (const bar of reviewBars(run)) console.log(barLine(bar))
}
