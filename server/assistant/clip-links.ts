import type { Db } from '../db/schema'
import type { BlobKey } from '../storage/blobs'
import { findClipKeys } from './search/search-rows'

/** How an answer names a recording while it is kept: signed links would end after minutes. */
export function clipLink(text: string, videoId: string): string {
  return `[${plainText(text)}](clip:${videoId})`
}

/** Names come from people: without these brackets none of them can pass for a link. */
export function plainText(text: string): string {
  return text.replaceAll('[', '(').replaceAll(']', ')').replace(/\s+/g, ' ')
}

const LINK = /\[([^[\]]*)\]\(clip:([0-9a-f-]{36})\)/g

/** The answer with links that open; recordings that are gone since are said to be. */
export async function withOpenLinks(
  db: Db,
  workspaceId: string,
  answer: string,
  urlOf: (key: BlobKey) => string,
): Promise<string> {
  const named = [...answer.matchAll(LINK)].map(([, , videoId = '']) => videoId)
  if (named.length === 0) return answer
  const keys = await findClipKeys(db, workspaceId, named)
  return answer.replace(LINK, (_written, text: string, videoId: string) => {
    const key = keys.get(videoId)
    // "[here][(address)]" would be a link to the address.
    const words = text.replace(/^\(/, '- (')
    return key === undefined ? `${words} (deleted)` : `[${text}](${urlOf(key)})`
  })
}
