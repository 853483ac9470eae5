import type { Page } from '@playwright/test'
import { withoutWorker } from '../../../scripts/browser.mjs'
import { addCamera, signIn } from '../../../scripts/demo/steps.mjs'
import { type HubApp, openHubApp } from '../harness/hub-app'

/** Players, workers and compilers settle; detectors learn the scene. */
const WARM_UP_MS = 6_000

export interface CamerasApp<Watch> extends HubApp {
  /** What `prepare` made. */
  readonly watch: Watch
  /** Names of the cameras, in the order of their cards. */
  readonly cameras: readonly string[]
}

/**
 * The built hub in a process of its own, and the app in Chromium on the cameras screen: signed in, so many cameras of
 * this machine running with motion detection on. They share one device, which the file is; each has a stream of its own.
 * `prepare` gets the page before it is opened.
 */
export async function openCamerasApp<Watch>(
  browserOf: { readonly executable: string; readonly cameraFile: string },
  count: number,
  prepare: (page: Page) => Promise<Watch>,
): Promise<CamerasApp<Watch>> {
  return openHubApp({ ...browserOf, context: withoutWorker }, async ({ hub, page }) => {
    const watch = await prepare(page)
    await signIn(page, hub, 'bench@example.org')
    return { watch, cameras: await startCameras(page, count) }
  })
}

/** All of them watch, and Chromium has settled. */
async function startCameras(page: Page, count: number): Promise<string[]> {
  const names = await addCameras(page, count)
  await page.reload()
  for (const name of names) {
    await page.getByLabel(`Live picture of ${name}`).waitFor()
    await page.getByRole('article', { name }).getByRole('meter').waitFor()
  }
  await page.waitForTimeout(WARM_UP_MS)
  return names
}

/** Adds the first camera as a person does, which allows the device, and the others of the same device by calls. */
export async function addCameras(page: Page, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, index) => `Camera ${index + 1}`)
  await addCamera(page, { name: names[0] ?? '', location: 'Hall' })
  await page.evaluate(async (others) => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem('token')}`,
      'x-workspace-id': localStorage.getItem('workspaceId') ?? '',
      'content-type': 'application/json',
    }
    const call = async (method: string, path: string, body?: object) => {
      const answer = await fetch(`/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`)
      return answer.json()
    }
    const [{ deviceId, deviceLabel }] = await call('GET', '/cameras')
    for (const name of others) await call('POST', '/cameras', { name, location: 'Hall', deviceId, deviceLabel })
    for (const { id } of await call('GET', '/cameras')) {
      await call('PATCH', `/cameras/${id}/motion-audio`, { isMotionEnabled: true, isAudioEnabled: false })
    }
  }, names.slice(1))
  return names
}
