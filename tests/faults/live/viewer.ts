import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { launchFlags } from '../../../scripts/browser.mjs'
import type { HubProcess } from '../../../scripts/demo/hub-process.mjs'
import { enterCredentials, skipTours } from '../../../scripts/demo/steps.mjs'
import type { ViewerNetwork } from './viewer-network'

export type Way = 'direct' | 'relay'

const FIRST_PICTURE_LIMIT_MS = 20_000

export interface ViewerPlace {
  readonly executable: string
  readonly network: ViewerNetwork
  /** Empty; whoever made it removes it. */
  readonly folder: string
  readonly hub: HubProcess
}

/** Its pages are as good as those of https: cameras, and what decodes the relay, are for secure pages alone. */
export function trusting({ url }: HubProcess): string {
  return `--unsafely-treat-insecure-origin-as-secure=${url}`
}

/** Somebody who looks through the camera, in a browser of the other network. */
export class LiveViewer {
  readonly #context: BrowserContext
  readonly #page: Page

  private constructor(context: BrowserContext, page: Page) {
    this.#context = context
    this.#page = page
  }

  static async open({ executable, network, folder, hub }: ViewerPlace, email: string, way: Way): Promise<LiveViewer> {
    const program = join(folder, 'chromium-elsewhere')
    writeFileSync(program, `#!/bin/sh\nexec ${network.prefix.join(' ')} '${executable}' "$@"\n`)
    chmodSync(program, 0o755)
    const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
      executablePath: program,
      // Addresses are told to pages that may use a microphone.
      args: [...launchFlags, '--use-fake-ui-for-media-stream', trusting(hub)],
      viewport: { width: 1280, height: 800 },
    })
    try {
      const [page = await context.newPage()] = context.pages()
      if (way === 'relay') await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'RTCPeerConnection'))
      await page.goto(`${hub.url}/login`)
      await skipTours(page)
      await enterCredentials(page, hub, email)
      await page.waitForURL('**/dashboard')
      await page.getByRole('link', { name: 'Cameras', exact: true }).click()
      await page.getByRole('button', { name: 'View Feed' }).click()
      const viewer = new LiveViewer(context, page)
      if ((await viewer.nextPicture(FIRST_PICTURE_LIMIT_MS)) === null) throw new Error('No live picture came at first.')
      return viewer
    } catch (problem) {
      await context.close()
      throw problem
    }
  }

  /** How long it took until a new picture was shown, in ms; null: longer than the limit. */
  nextPicture(limitMs: number): Promise<number | null> {
    return this.#page.evaluate(awaitPicture, limitMs)
  }

  /** How long it took until no picture was said to be live, in ms. */
  noPicture(limitMs: number): Promise<number | null> {
    return this.#page.evaluate(awaitNone, limitMs)
  }

  /** Whether this stands on the screen within the limit. */
  async says(words: RegExp, limitMs: number): Promise<boolean> {
    const said = this.#page.getByText(words).filter({ visible: true }).first()
    return said.waitFor({ timeout: limitMs }).then(
      () => true,
      () => false,
    )
  }

  text(): Promise<string> {
    return this.#page.locator('body').innerText()
  }

  async close(): Promise<void> {
    await this.#context.close()
  }
}

/** Runs in the page. */
async function awaitPicture(limitMs: number): Promise<number | null> {
  const later = (ms: number) => new Promise<boolean>((resolve) => setTimeout(() => resolve(false), ms))
  for (const beganMs = performance.now(); performance.now() - beganMs < limitMs; ) {
    const video = document.querySelector('[role="dialog"] [data-live="live"] video')
    if (!(video instanceof HTMLVideoElement)) await later(50)
    else {
      const frame = new Promise<boolean>((resolve) => video.requestVideoFrameCallback(() => resolve(true)))
      if (await Promise.race([frame, later(300)])) return performance.now() - beganMs
    }
  }
  return null
}

/** Runs in the page. */
async function awaitNone(limitMs: number): Promise<number | null> {
  for (const beganMs = performance.now(); performance.now() - beganMs < limitMs; ) {
    if (document.querySelector('[data-live="live"]') === null) return performance.now() - beganMs
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return null
}
