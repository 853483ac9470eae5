import type { Page } from '@playwright/test'
import { z } from 'zod'
import { clipFacts } from '../scripts/demo/clip-facts.mjs'

/** A recording that the hub has. */
export interface DeliveredVideo {
  readonly id: string
  readonly startedAtMs: number
  readonly durationMs: number
  readonly startsOnKeyframe: boolean
}

const pageShape = z.object({
  videos: z.array(z.object({ id: z.string(), createdAt: z.string(), videoUrl: z.string().nullable() })),
  total: z.number(),
})
const downloadShape = z.object({ url: z.string() })
const sessionShape = z.object({ token: z.string(), workspaceId: z.string() })

const PAGE_SIZE = 100

/** Everything the hub lists, each read from its file. */
export async function deliveredVideos(page: Page, hubUrl: string): Promise<DeliveredVideo[]> {
  const session = sessionShape.parse(
    await page.evaluate(() => ({
      token: localStorage.getItem('token'),
      workspaceId: localStorage.getItem('workspaceId'),
    })),
  )
  const headers = { authorization: `Bearer ${session.token}`, 'x-workspace-id': session.workspaceId }
  const read = async (path: string) => (await fetch(new URL(path, hubUrl), { headers })).json()
  const videos: DeliveredVideo[] = []
  for (let number = 0, total = 1; videos.length < total; number++) {
    const answer = pageShape.parse(await read(`/v1/videos?page=${number}&pageSize=${PAGE_SIZE}`))
    total = answer.total
    for (const { id, createdAt } of answer.videos) {
      const { url } = downloadShape.parse(await read(`/v1/videos/${id}/download`))
      const content = new Uint8Array(await (await fetch(new URL(url, hubUrl))).arrayBuffer())
      const facts = await clipFacts(content)
      videos.push({
        id,
        startedAtMs: Date.parse(createdAt),
        startsOnKeyframe: facts.startsOnKeyframe,
        durationMs: facts.durationSec * 1000,
      })
    }
    if (answer.videos.length === 0) break
  }
  return videos
}
