import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { Complaint } from '../complaint'
import { openAndAwaitFrame } from './counter-script'
import { CAMERA_NAME } from './live-app'
import type { Way } from './live-figures'

/** The video in the viewer's dialog. */
export const VIEWED_PICTURE = '[role="dialog"] video'

/** What the view says of the way by which its picture comes. */
const badges: Readonly<Record<Way, RegExp>> = { webrtc: /^Live$/, relay: /^Through the hub/ }

const OPENING_LIMIT_MS = 15_000

/** How long it took until the first picture, in ms. */
export async function openView(page: Page): Promise<number> {
  const opened = { button: 'View Feed', selector: VIEWED_PICTURE, limitMs: OPENING_LIMIT_MS }
  const tookMs = await page.evaluate(openAndAwaitFrame, opened)
  if (Number.isNaN(tookMs))
    throw new Complaint(`View Feed of ${CAMERA_NAME} showed no picture within ${OPENING_LIMIT_MS / 1000} s.`)
  return tookMs
}

export async function awaitWay(page: Page, way: Way): Promise<void> {
  await page.locator('[role="dialog"]').getByText(badges[way]).first().waitFor()
}

export async function closeView(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.locator('[role="dialog"]').waitFor({ state: 'detached' })
  await delay(500)
}
