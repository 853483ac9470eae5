import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { launchFlags, withCamera } from '../../../scripts/browser.mjs'
import { HubProcess } from '../../../scripts/demo/hub-process.mjs'

export interface HubAppPlan {
  readonly executable: string
  /** None: Chromium has no camera. */
  readonly cameraFile?: string
  readonly context?: BrowserContextOptions
}

export interface HubApp {
  readonly hub: HubProcess
  readonly page: Page
  /** Name and version, such as `Chrome/156.0.1`. */
  readonly product: string
  close(): Promise<void>
}

/**
 * The built hub in a process of its own and an empty page in Chromium, which the caller closes. `prepare` brings both to where
 * the measuring begins, and what it makes is returned too; where it fails nothing is left running.
 */
export async function openHubApp<Made extends object>(
  { executable, cameraFile, context: options }: HubAppPlan,
  prepare: (app: Pick<HubApp, 'hub' | 'page'>) => Promise<Made>,
): Promise<HubApp & Made> {
  const folder = mkdtempSync(join(tmpdir(), 'nightjar-bench-'))
  const hub = new HubProcess({ dataDir: join(folder, 'hub'), env: { DEFAULT_TIER: 'TEAM' } })
  let context: BrowserContext | null = null
  const close = async () => {
    await context?.close()
    await hub.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await hub.start()
    // A profile on the disk, as people have: in a private window the clips' database is in the browser's memory.
    context = await chromium.launchPersistentContext(join(folder, 'browser'), {
      executablePath: executable,
      args: cameraFile === undefined ? launchFlags : withCamera(launchFlags, cameraFile),
      viewport: { width: 1440, height: 900 },
      ...options,
    })
    const page = await context.newPage()
    const product = `Chrome/${context.browser()?.version() ?? 'of unknown version'}`
    return { ...(await prepare({ hub, page })), hub, page, product, close }
  } catch (error) {
    await close()
    throw error
  }
}
