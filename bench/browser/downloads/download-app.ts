import type { Page } from '@playwright/test'
import { z } from 'zod'
import { signIn } from '../../../scripts/demo/steps.mjs'
import { type HubApp, openHubApp } from '../harness/hub-app'

/** The built hub with one recording, and the app in Chromium on its Videos screen. */
export async function openDownloadApp(executable: string, clip: Buffer): Promise<HubApp> {
  return openHubApp({ executable }, async ({ hub, page }) => {
    await signIn(page, hub, 'bench@example.org')
    await deliver(page, hub.url, clip)
    await page.getByRole('link', { name: 'Videos', exact: true }).click()
    await page.getByRole('article').first().getByRole('button', { name: 'Download', exact: true }).waitFor()
    await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => undefined)
    return {}
  })
}

const sessionShape = z.object({ token: z.string(), workspaceId: z.string() })

/** As a camera that somebody signed in added. */
async function deliver(page: Page, hubUrl: string, clip: Buffer): Promise<void> {
  const session: unknown = await page.evaluate(() => ({
    token: localStorage.getItem('token'),
    workspaceId: localStorage.getItem('workspaceId'),
  }))
  const { token, workspaceId } = sessionShape.parse(session)
  const post = async (path: string, body: string | FormData, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${hubUrl}/v1${path}`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${token}`, 'x-workspace-id': workspaceId, ...headers },
    })
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  const camera = { name: 'Hall', location: 'Hall', deviceId: 'bench', deviceLabel: 'Elsewhere' }
  const added = await post('/cameras', JSON.stringify(camera), { 'content-type': 'application/json' })
  const { id } = z.object({ id: z.string() }).parse(await added.json())
  const form = new FormData()
  for (const [name, value] of Object.entries({ cameraId: id, size: String(clip.length), hasAudio: 'false' }))
    form.append(name, value)
  form.append('video', new Blob([Uint8Array.from(clip)], { type: 'video/mp4' }), 'clip.mp4')
  await post('/videos/upload', form)
}
