import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { clipFacts } from '../../../scripts/demo/clip-facts.mjs'
import type { BrowserPage } from '../harness/browser-page'

const sessionShape = z.object({ token: z.string(), workspaceId: z.string() })
const videosShape = z.object({ videos: z.array(z.object({ id: z.string(), createdAt: z.string() })) })
const downloadShape = z.object({ url: z.string() })

/** More than come between two looks. */
const PAGE_SIZE = 100

const TRIES = 15
const BETWEEN_TRIES_MS = 2_000

const readSession = `({ token: localStorage.getItem('token'), workspaceId: localStorage.getItem('workspaceId') })`

/** A recording, as the hub lists it. */
export interface ListedVideo {
  readonly id: string
  readonly startedAtMs: number
  /** When it was in the list first; good to the time between two looks. */
  readonly listedAtMs: number
}

export interface FileFacts {
  readonly durationMs: number
  readonly frames: number
  readonly sizeBytes: number
}

/** What the hub has, asked beside the browser that is held: the newest of each list. */
export class WeakHub {
  readonly #url: string
  readonly #page: BrowserPage
  readonly #seen = new Map<string, ListedVideo>()
  #session: z.infer<typeof sessionShape> | null = null

  constructor(url: string, page: BrowserPage) {
    this.#url = url
    this.#page = page
  }

  /** All recordings that were listed since the first look. */
  async look(): Promise<readonly ListedVideo[]> {
    const { videos } = videosShape.parse(await this.#read(`/v1/videos?page=0&pageSize=${PAGE_SIZE}`))
    for (const { id, createdAt } of videos) {
      if (this.#seen.has(id)) continue
      this.#seen.set(id, { id, startedAtMs: Date.parse(createdAt), listedAtMs: Date.now() })
    }
    return [...this.#seen.values()]
  }

  /** What the stored file holds. */
  async facts(id: string): Promise<FileFacts> {
    const { url } = downloadShape.parse(await this.#read(`/v1/videos/${id}/download`))
    const content = new Uint8Array(await (await fetch(new URL(url, this.#url))).arrayBuffer())
    const { durationSec, frames, sizeBytes } = await clipFacts(content)
    return { durationMs: 1000 * durationSec, frames, sizeBytes }
  }

  /** A token that has expired meanwhile is replaced by the app's next call. */
  async #read(path: string): Promise<unknown> {
    for (let tries = 1; ; tries++) {
      this.#session ??= sessionShape.parse(await this.#page.evaluate(readSession))
      const { token, workspaceId } = this.#session
      const headers = { authorization: `Bearer ${token}`, 'x-workspace-id': workspaceId }
      const answer = await fetch(new URL(path, this.#url), { headers })
      if (answer.ok) return answer.json()
      if (tries === TRIES) throw new Error(`${path} was answered ${answer.status}.`)
      this.#session = null
      await delay(BETWEEN_TRIES_MS)
    }
  }
}
