import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { launchFlags, withCamera, withoutWorker } from '../../scripts/browser.mjs'
import { HubProcess } from '../../scripts/demo/hub-process.mjs'
import { addCamera, signIn } from '../../scripts/demo/steps.mjs'
import { commandLine, processMs, processTree, readParents } from '../processes'
import type { Way } from './live-figures'

export const CAMERA_NAME = 'Yard'
const EMAIL = 'bench@example.org'

/** One machine: the hub, a browser whose tab is the camera, without motion detection, and browsers that look. */
export interface LiveApp {
  readonly product: string
  readonly hubUrl: string
  readonly camera: Page
  readonly cameraPid: number
  /** The page of another viewer, on the cameras screen: each has a browser, as hidden tabs show next to nothing. */
  openViewer(way: Way): Promise<Page>
  closeViewers(): Promise<void>
  /** CPU time since they started, in ms: of all processes of the camera's browser, and of the hub. */
  cpuMs(): { readonly camera: number; readonly hub: number }
  close(): Promise<void>
}

/**
 * A page that may use no microphone tells others of no address but that of the way to the internet, which this network has
 * not: it finds no direct way, as in a strict network. One that may tells all.
 */
const mayTalk = ['--use-fake-ui-for-media-stream']

/** What makes a browser signed in; which cameras it has is not for another. */
const sessionKeys = ['token', 'refreshToken', 'workspaceId', 'showDashboardTutorial', 'showCamerasTutorial']

export async function openLiveApp(executable: string, cameraFile: string): Promise<LiveApp> {
  const folder = mkdtempSync(join(tmpdir(), 'nightjar-bench-'))
  const hub = new HubProcess({ dataDir: join(folder, 'hub'), env: { DEFAULT_TIER: 'TEAM' } })
  const contexts: BrowserContext[] = []
  const viewers: BrowserContext[] = []
  const launch = async (name: string, args: string[]) => {
    const context = await chromium.launchPersistentContext(join(folder, name), {
      executablePath: executable,
      args,
      viewport: { width: 1280, height: 800 },
      ...withoutWorker,
    })
    contexts.push(context)
    return context
  }
  const close = async () => {
    for (const context of contexts) await context.close()
    await hub.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    await hub.start()
    const cameraContext = await launch('camera', withCamera(launchFlags, cameraFile))
    const camera = await cameraContext.newPage()
    await signIn(camera, hub, EMAIL)
    await addCamera(camera, { name: CAMERA_NAME, location: 'Shed' })
    const cameraPid = pidOf(join(folder, 'camera'))
    const hubPid = pidOf(join('dist', 'hub', 'main.js'))
    return {
      product: `Chrome/${cameraContext.browser()?.version() ?? 'of unknown version'}`,
      hubUrl: hub.url,
      camera,
      cameraPid,
      async openViewer(way) {
        const args = way === 'webrtc' ? [...launchFlags, ...mayTalk] : launchFlags
        const context = await launch(`viewer-${contexts.length}`, args)
        viewers.push(context)
        const page = await context.newPage()
        // Signed in as the camera is: a code for the same address comes once a minute.
        await page.goto(`${hub.url}/login`)
        await page.evaluate(
          (items) => {
            for (const [name, value] of items) localStorage.setItem(name, value)
          },
          await sessionOf(camera),
        )
        await page.goto(`${hub.url}/cameras`)
        await page.getByRole('article', { name: CAMERA_NAME }).waitFor()
        return page
      },
      async closeViewers() {
        for (const context of viewers.splice(0)) await context.close()
      },
      cpuMs: () => ({ camera: treeMs(cameraPid), hub: treeMs(hubPid) }),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The process of ours whose command line holds this, and that none of them started. */
function pidOf(part: string): number {
  const parents = readParents()
  const own = processTree(process.pid, parents).filter((pid) => pid !== process.pid && commandLine(pid).includes(part))
  const first = own.find((pid) => !own.includes(parents.get(pid) ?? 0))
  if (first === undefined) throw new Error(`No process runs ${part}.`)
  return first
}

function treeMs(pid: number): number {
  return processTree(pid, readParents()).reduce((sum, each) => sum + processMs(each), 0)
}

async function sessionOf(page: Page): Promise<(readonly [string, string])[]> {
  const kept = await page.evaluate(() => Object.entries(localStorage))
  return kept.flatMap(([name, value]) => (sessionKeys.includes(name) ? [[name, String(value)] as const] : []))
}
