import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { noiseFilm } from '../../hub/film'
import { barLine, figure, median, type Row } from '../../report'
import { openDownloadApp } from './download-app'
import { type DownloadRun, downloadBars, downloadRows } from './download-figures'

const PRESSES = 30

/** As large as a clip of a busy scene is. */
const CLIP_BYTES = 2_000_000

const LIMIT_MS = 20_000

/** How soon a download of what is MP4 already begins, and whether it is what the hub stores (CODEC-06). */
export async function measureDownloads(executable: string): Promise<{ product: string; rows: Row[] }> {
  const clip = await noiseFilm(CLIP_BYTES, 'mp4')
  const app = await openDownloadApp(executable, clip)
  try {
    console.log(app.product)
    await notePresses(app.page)
    const beganMs: number[] = []
    let different = 0
    for (let press = 0; press < PRESSES; press++) {
      const { tookMs, content } = await download(app.page)
      beganMs.push(tookMs)
      if (!content.equals(clip)) different++
    }
    const run: DownloadRun = { sizeBytes: clip.length, beganMs, different }
    console.log(
      `\n${PRESSES} downloads of ${clip.length} bytes: begun after ${figure(median(beganMs))} ms, ${figure(Math.max(...beganMs))} at most`,
    )
    for (const bar of downloadBars(run)) console.log(barLine(bar))
    return { product: app.product, rows: downloadRows(run) }
  } finally {
    await app.close()
  }
}

/** What a press costs Playwright before it comes to the page is no part of it. */
async function notePresses(page: Page): Promise<void> {
  await page.evaluate(() => {
    addEventListener('click', () => Object.assign(window, { pressedAtMs: Date.now() }), { capture: true })
  })
}

async function download(page: Page): Promise<{ readonly tookMs: number; readonly content: Buffer }> {
  const coming = page
    .waitForEvent('download', { timeout: LIMIT_MS })
    .then((begun) => ({ begun, begunAtMs: Date.now() }))
  const button = page.getByRole('article').first().getByRole('button', { name: 'Download', exact: true })
  const [{ begun, begunAtMs }] = await Promise.all([coming, button.click({ timeout: LIMIT_MS })])
  const pressedAtMs = z.number().parse(await page.evaluate('window.pressedAtMs'))
  const content = await readFile(await begun.path())
  await begun.delete()
  return { tookMs: begunAtMs - pressedAtMs, content }
}
