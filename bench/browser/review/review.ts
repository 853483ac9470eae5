import type { Page, Request } from '@playwright/test'
import { z } from 'zod'
import { barLine, figure, quantile, type Row } from '../../report'
import { openReviewApp } from './review-app'
import { quickShare, type ReviewDrag, type ReviewRun, reviewBars, reviewRows } from './review-figures'

const EVENTS = 10_000

/** A drag over all of the time that shows, there and back. */
const DRAG_MS = 4_000
const MOVE_EVERY_MS = 16

/** Long enough for a rest to fetch pictures (REV-08), and so far from the one before that they are others. */
const REST_MS = 120
const REST_STEP = 0.061

/** A day of ten thousand events: how soon it shows, and whether it stays smooth under a dragging pointer. */
export async function measureReview(
  executable: string,
  { cameras, rounds }: { readonly cameras: number; readonly rounds: number },
): Promise<{ product: string; rows: Row[] }> {
  const app = await openReviewApp(executable, { cameras, events: EVENTS })
  try {
    console.log(app.product)
    const { page } = app
    const drawnMs = await openTimeline(page, cameras)
    const firstStillMs = await restFirst(page)
    const flowing = await measured(page, { cameras, rounds }, dragThrough)
    const resting = await measured(page, { cameras, rounds }, dragFromRestToRest)
    const run: ReviewRun = { cameras, events: EVENTS, drawnMs, firstStillMs, flowing, resting }
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

/** The pointer comes to rest where nothing has been fetched yet. */
async function restFirst(page: Page): Promise<number> {
  const box = await laneBox(page, 0)
  await page.mouse.move(box.x + box.width * 0.4, box.y + box.height / 2)
  return page.evaluate(async () => {
    const fromMs = performance.now()
    const still = () => document.querySelector<HTMLImageElement>('[data-testid=still-card] img')
    while (still()?.complete !== true) await new Promise(requestAnimationFrame)
    await still()?.decode()
    // That frame is painted.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    return performance.now() - fromMs
  })
}

type Walk = (page: Page, moveTo: (share: number) => Promise<void>, round: number) => Promise<void>

/** All of the time that shows, there and back. */
const dragThrough: Walk = async (page, moveTo) => {
  const fromMs = Date.now()
  for (let passedMs = 0; passedMs < DRAG_MS; passedMs = Date.now() - fromMs) {
    await moveTo(1 - Math.abs(1 - (2 * passedMs) / DRAG_MS))
    await page.waitForTimeout(MOVE_EVERY_MS)
  }
}

/** Each rest is at another place than those before it, in other rounds too. */
const dragFromRestToRest: Walk = async (page, moveTo, round) => {
  const fromMs = Date.now()
  for (let step = 0; Date.now() - fromMs < DRAG_MS; step++) {
    await moveTo((round * 0.017 + step * REST_STEP) % 1)
    await page.waitForTimeout(REST_MS)
  }
}

/** So many rounds, by the day and by the hour in turns. */
async function measured(
  page: Page,
  { cameras, rounds }: { readonly cameras: number; readonly rounds: number },
  walk: Walk,
): Promise<ReviewDrag> {
  const asked = countRequests(page)
  const framesMs: number[] = []
  for (let round = 0; round < rounds; round++) {
    framesMs.push(...(await drag(page, round % cameras, (moveTo) => walk(page, moveTo, round))))
    await page.getByRole('button', { name: /^Show (one hour|the day)$/ }).click()
  }
  return { framesMs, ...asked.end() }
}

async function laneBox(page: Page, lane: number) {
  const box = await page.getByRole('listbox').nth(lane).boundingBox()
  if (box === null) throw new Error('The lane does not show.')
  return box
}

const framesShape = z.array(z.number())

async function drag(
  page: Page,
  lane: number,
  walk: (moveTo: (share: number) => Promise<void>) => Promise<void>,
): Promise<readonly number[]> {
  const box = await laneBox(page, lane)
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
  await walk((share) => page.mouse.move(box.x + 2 + share * (box.width - 4), y))
  const frames: unknown = await page.evaluate('const all = window.reviewFrames; delete window.reviewFrames; all')
  await page.mouse.up()
  // The press's own first frame waited for the pointer.
  return framesShape.parse(frames).slice(1)
}

function countRequests(page: Page) {
  const asked = { lists: 0, pictures: 0 }
  const count = (request: Request) => {
    const { pathname } = new URL(request.url())
    if (pathname === '/v1/review/clips') asked.lists += 1
    if (pathname.includes('/thumbnails/')) asked.pictures += 1
  }
  page.on('request', count)
  const end = () => {
    page.off('request', count)
    return asked
  }
  return { end }
}

function report(run: ReviewRun): void {
  console.log(
    `\n${run.events} events: drawn after ${figure(run.drawnMs)} ms, ` +
      `the first still under the pointer after ${figure(run.firstStillMs)} ms`,
  )
  console.log(`dragged without rests: ${wordsOf(run.flowing)}`)
  console.log(`from rest to rest: ${wordsOf(run.resting)}`)
  for (const bar of reviewBars(run)) console.log(barLine(bar))
}

function wordsOf({ framesMs, lists, pictures }: ReviewDrag): string {
  return (
    `${framesMs.length} frames, 95th percentile ${figure(quantile(framesMs, 0.95))} ms, slowest ` +
    `${figure(Math.max(...framesMs))} ms, ${figure(100 * quickShare(framesMs))} % under 50 ms; ` +
    `${lists} lists and ${pictures} pictures were asked for`
  )
}
