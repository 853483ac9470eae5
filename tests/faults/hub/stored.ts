import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Account } from './account'
import { exchange } from './exchange'

/** What hubs list. */
export interface Stored {
  readonly videos: readonly StoredVideo[]
  readonly events: number
}

export interface StoredVideo {
  readonly id: string
  /** Of the bytes that are served, as they were when first read; no other has it where they cannot be read. */
  readonly sha256: string
}

const videosShape = z.object({ videos: z.array(z.object({ id: z.string(), videoUrl: z.string() })), total: z.number() })
const eventsShape = z.object({ total: z.number() })
const PAGE_SIZE = 100

/**
 * Reads the lists and the bytes of every recording, at a hub's address or at that of what stands before several. `known`
 * keeps the hashes from call to call: bytes that change later are found by `hub:check`, which compares all with the hash of
 * their upload.
 */
export async function readStored(origin: string, account: Account, known: Map<string, string>): Promise<Stored> {
  const videos: StoredVideo[] = []
  for (let page = 0, total = 1; videos.length < total; page++) {
    const answer = videosShape.parse(await account.read(`/videos?page=${page}&pageSize=${PAGE_SIZE}`))
    total = answer.total
    for (const { id, videoUrl } of answer.videos) {
      const sha256 = known.get(id) ?? (await hashOf(origin, videoUrl)) ?? `unreadable ${id}`
      known.set(id, sha256)
      videos.push({ id, sha256 })
    }
    if (answer.videos.length === 0) break
  }
  const { total: events } = eventsShape.parse(await account.read('/notifications?page=0&pageSize=1'))
  return { videos, events }
}

async function hashOf(origin: string, videoUrl: string): Promise<string | null> {
  const { pathname, search } = new URL(videoUrl)
  const { status, body } = await exchange(`${origin}${pathname}${search}`, { method: 'GET' })
  return status === 200 ? createHash('sha256').update(body).digest('hex') : null
}
