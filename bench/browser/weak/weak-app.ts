import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium as playwright } from '@playwright/test'
import { launchFlags, withCamera, withoutWorker } from '../../../scripts/browser.mjs'
import { HubProcess } from '../../../scripts/demo/hub-process.mjs'
import { signIn } from '../../../scripts/demo/steps.mjs'
import { MINUTE_MS } from '../../../src/lib/durations'
import type { BrowserPage } from '../harness/browser-page'
import { Chromium } from '../harness/chromium'
import { until } from '../harness/until'
import { addCameras } from '../interactions/interaction-app'
import { beginWeak, readWeak, type WeakCounts, watchWeak, weakCountsShape } from './weak-watch'

/** Which cameras see somebody who never rests; the others watch an empty picture. */
export type Moving = 'one' | 'all'

/** Zones of a picture (src/engine/motion): a camera that ignores all of them sees nothing move. */
const ZONES = 16 * 9

/** Until every camera is checked. */
const START_LIMIT_MS = MINUTE_MS

export interface WeakApp {
  readonly chromium: Chromium
  readonly page: BrowserPage
  readonly hubUrl: string
  counts(): Promise<WeakCounts>
  begin(): Promise<void>
  close(): Promise<void>
}

/**
 * The built hub in a process of its own and the app in a Chromium that nobody inspects but for what its page counts. A
 * person signs in and adds the cameras in the same profile before, through Playwright: its DevTools would keep all that
 * the page sends, which is memory and work that no user has.
 */
export async function openWeakApp(
  { executable, cameraFile }: { readonly executable: string; readonly cameraFile: string },
  { cameras, moving }: { readonly cameras: number; readonly moving: Moving },
): Promise<WeakApp> {
  const folder = mkdtempSync(join(tmpdir(), 'nightjar-weak-'))
  const profile = join(folder, 'browser')
  const hub = new HubProcess({ dataDir: join(folder, 'hub'), env: { DEFAULT_TIER: 'TEAM' } })
  let chromium: Chromium | null = null
  const close = async () => {
    await chromium?.close()
    await hub.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await hub.start()
    await prepare(executable, cameraFile, profile, hub, { cameras, moving })
    chromium = await Chromium.launch(executable, cameraFile, [...launchFlags, '--password-store=basic'], profile)
    const page = await chromium.openPage('about:blank')
    await page.open(`${hub.url}/cameras`, `(${watchWeak})()`)
    const counts = async () => weakCountsShape.parse(await page.evaluate(readWeak))
    const isWatched = async () => (await counts()).cameras.length === cameras
    if (!(await until(() => isWatched().catch(() => false), START_LIMIT_MS)))
      throw new Error(`In ${START_LIMIT_MS / 1000} s not all of ${cameras} cameras were checked.`)
    const begin = async () => void (await page.evaluate(beginWeak))
    return { chromium, page, hubUrl: hub.url, counts, begin, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function prepare(
  executable: string,
  cameraFile: string,
  profile: string,
  hub: HubProcess,
  { cameras, moving }: { readonly cameras: number; readonly moving: Moving },
): Promise<void> {
  const context = await playwright.launchPersistentContext(profile, {
    executablePath: executable,
    args: withCamera(launchFlags, cameraFile),
    viewport: { width: 1280, height: 900 },
    ...withoutWorker,
  })
  try {
    const page = await context.newPage()
    await signIn(page, hub, 'bench@example.org')
    await addCameras(page, cameras)
    if (moving === 'one') await page.evaluate(ignoreAllButOne, ZONES)
  } finally {
    await context.close()
  }
}

/** In the page: as the settings of a camera keep it (src/state/capture/detection-settings.ts). */
async function ignoreAllButOne(zones: number): Promise<void> {
  const headers = {
    authorization: `Bearer ${localStorage.getItem('token')}`,
    'x-workspace-id': localStorage.getItem('workspaceId') ?? '',
  }
  const list: { id: string }[] = await (await fetch('/v1/cameras', { headers })).json()
  const all = Array.from({ length: zones }, (_, zone) => zone).join(',')
  for (const { id } of list.slice(1)) localStorage.setItem(`zones:${id}`, all)
}
