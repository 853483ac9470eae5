import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { z } from 'zod'
import { launchFlags, withCamera } from '../../../scripts/browser.mjs'
import { Complaint } from '../../complaint'
import { BrowserPage } from './browser-page'
import { CdpPipe } from './cdp-pipe'

const versionShape = z.object({ product: z.string() })
const targetShape = z.object({ targetId: z.string() })

/** A headless Chromium of our own with a file as its camera; `close` ends it and removes its profile. */
export class Chromium {
  readonly pid: number
  readonly #child: ChildProcess
  readonly #cdp: CdpPipe
  /** null: somebody else's. */
  readonly #profile: string | null

  private constructor(child: ChildProcess, pid: number, cdp: CdpPipe, profile: string | null) {
    this.pid = pid
    this.#child = child
    this.#cdp = cdp
    this.#profile = profile
  }

  /** `flags`: those of every test, where nothing else is wanted. `profileOf` somebody else stays at the end. */
  static async launch(
    executable: string,
    cameraFile: string,
    flags: readonly string[] = launchFlags,
    profileOf: string | null = null,
  ): Promise<Chromium> {
    const profile = profileOf ?? (await mkdtemp(join(tmpdir(), 'nightjar-bench-')))
    const own = ['--headless', '--remote-debugging-pipe', `--user-data-dir=${profile}`, '--window-size=1280,900']
    const args = [...withCamera(flags, cameraFile), ...own, 'about:blank']
    const child = spawn(executable, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] })
    const [, , , out, incoming] = child.stdio
    if (!(out instanceof Writable) || !(incoming instanceof Readable)) throw new Error('Chromium got no pipes.')
    const cdp = new CdpPipe(out, incoming)
    const started = new Promise<number>((resolve, reject) => {
      child.once('error', () => reject(new Complaint(`${executable} could not be started.`)))
      child.once('spawn', () => resolve(child.pid ?? 0))
    })
    return new Chromium(child, await started, cdp, profileOf === null ? profile : null)
  }

  /** Name and version, such as `Chrome/156.0.1`. */
  async product(): Promise<string> {
    return versionShape.parse(await this.#cdp.send('Browser.getVersion')).product
  }

  /** In a tab in front of all others. */
  async openPage(url: string): Promise<BrowserPage> {
    const { targetId } = targetShape.parse(await this.#cdp.send('Target.createTarget', { url }))
    return BrowserPage.attach(this.#cdp, targetId)
  }

  async close(): Promise<void> {
    const ended = new Promise<void>((resolve) => this.#child.once('close', () => resolve()))
    if (this.#child.exitCode === null) {
      this.#cdp.send('Browser.close').catch(() => this.#child.kill('SIGKILL'))
      await ended
    }
    if (this.#profile !== null) await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 })
  }
}
