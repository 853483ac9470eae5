import type { Page } from '@playwright/test'
import { z } from 'zod'
import { signIn } from '../../../scripts/demo/steps.mjs'
import { DAY_MS } from '../../../src/lib/durations'
import { type HubApp, openHubApp } from '../harness/hub-app'
import { seedDay } from './review-seed'

/** The built hub with a day of so many events of so many cameras, yesterday, and the app in Chromium on its Events screen. */
export async function openReviewApp(executable: string, plan: { cameras: number; events: number }): Promise<HubApp> {
  return openHubApp({ executable, context: { timezoneId: 'UTC' } }, async ({ hub, page }) => {
    await signIn(page, hub, 'bench@example.org')
    const { workspaceId, cameraIds } = await addCameras(page, plan.cameras)
    const picture = Buffer.from(await drawPicture(page), 'base64')
    await hub.stop()
    const fromMs = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS
    await seedDay(hub.dataDir, { workspaceId, cameraIds, fromMs, events: plan.events, picture })
    await hub.start()
    await page.goto(`${hub.url}/events`)
    await page.getByRole('button', { name: 'Timeline' }).waitFor()
    await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => undefined)
    return {}
  })
}

const addedShape = z.object({ workspaceId: z.string(), cameraIds: z.array(z.string()) })

async function addCameras(page: Page, count: number) {
  const added = await page.evaluate(async (wanted) => {
    const workspaceId = localStorage.getItem('workspaceId') ?? ''
    const headers = {
      authorization: `Bearer ${localStorage.getItem('token')}`,
      'x-workspace-id': workspaceId,
      'content-type': 'application/json',
    }
    const cameraIds = []
    for (let index = 0; index < wanted; index++) {
      const camera = {
        name: `Camera ${index + 1}`,
        location: 'Hall',
        deviceId: `bench ${index}`,
        deviceLabel: 'Elsewhere',
      }
      const answer = await fetch('/v1/cameras', { method: 'POST', headers, body: JSON.stringify(camera) })
      if (!answer.ok) throw new Error(`POST /cameras: ${answer.status}`)
      cameraIds.push((await answer.json()).id)
    }
    return { workspaceId, cameraIds }
  }, count)
  return addedShape.parse(added)
}

/** A still as cameras send them: 640 by 360, as much detail as a room has. */
function drawPicture(page: Page): Promise<string> {
  return page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 640
    canvas.height = 360
    const context = canvas.getContext('2d')
    for (let index = 0; context !== null && index < 400; index++) {
      context.fillStyle = `hsl(${(index * 37) % 360} 40% ${20 + ((index * 13) % 60)}%)`
      context.fillRect((index * 97) % 640, (index * 53) % 360, 60, 40)
    }
    return canvas.toDataURL('image/jpeg', 0.7).split(',')[1] ?? ''
  })
}
