import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import type { ClipCounts } from './soak-growth'

const listShape = z.object({ total: z.number() })

/** A token that has just expired is replaced by the app's next call. */
const TRIES = 15
const BETWEEN_TRIES_MS = 2_000

/** What the page's outbox and the hub's list hold, beside the clips that were begun. */
export async function clipCounts(page: Page, begun: number): Promise<ClipCounts> {
  // In this order: a clip is in the list before it leaves the outbox.
  const waiting = await page.evaluate(countWaiting)
  return { begun, waiting, delivered: await countDelivered(page) }
}

async function countDelivered(page: Page): Promise<number> {
  for (let tries = 1; ; tries++) {
    const headers = await page.evaluate(() => ({
      authorization: `Bearer ${localStorage.getItem('token')}`,
      'x-workspace-id': localStorage.getItem('workspaceId') ?? '',
    }))
    const answer = await fetch(new URL('/v1/videos?page=0&pageSize=1', page.url()), { headers })
    if (answer.ok) return listShape.parse(await answer.json()).total
    if (tries === TRIES) throw new Error(`The list of videos was answered ${answer.status}.`)
    await delay(BETWEEN_TRIES_MS)
  }
}

/** In the page: clips in its outbox (src/outbox/database.ts), those that are still recorded too. */
async function countWaiting(): Promise<number> {
  const settled = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const database = await settled(indexedDB.open('nightjar-outbox'))
  const transaction = database.transaction(['entries', 'recordings'])
  const entries = await settled(transaction.objectStore('entries').count())
  const recordings = await settled(transaction.objectStore('recordings').count())
  database.close()
  return entries + recordings
}
