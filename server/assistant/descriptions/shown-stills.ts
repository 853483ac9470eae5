import { buffer } from 'node:stream/consumers'
import * as z from 'zod/mini'
import { MAX_STILLS } from '../../../src/contract/descriptions'
import type { EventDescriptionTable } from '../../db/description-tables'
import type { Db } from '../../db/schema'
import { findThumbnailKey } from '../../events/descriptions/description-rows'
import { bareJpeg } from '../../storage/bare-jpeg'
import type { BlobStore } from '../../storage/blobs'

/** What leaves the hub of one still, at most: cameras send less, other programs may not. */
const MOST_BYTES = 128 * 1024
const MOST_EDGE = 640

const stored = z.array(z.string())

/**
 * The pictures that a model is shown of an event: those that its camera took for that, else the clip's thumbnail. Nothing goes
 * along in them (`bareJpeg`). The hub has no means to make a picture smaller: one that is too large is not shown.
 */
export async function shownStills(
  { db, blobs }: { readonly db: Db; readonly blobs: BlobStore },
  { stills, video_id }: Pick<EventDescriptionTable, 'stills' | 'video_id'>,
): Promise<Buffer[]> {
  // Only of a clip that came with one: in the place of others stands a snapshot of another moment (`EventPictures`).
  const pictures =
    stills === null
      ? await thumbnail(db, blobs, video_id)
      : stored.parse(JSON.parse(stills)).map((text) => Buffer.from(text, 'base64'))
  return pictures.slice(0, MAX_STILLS).flatMap(fitting)
}

async function thumbnail(db: Db, blobs: BlobStore, videoId: string): Promise<Buffer[]> {
  const key = await findThumbnailKey(db, videoId)
  const blob = key === null ? null : await blobs.open(key)
  return blob === null ? [] : [await buffer(blob.stream(null))]
}

function fitting(jpeg: Buffer): Buffer[] {
  const bare = bareJpeg(jpeg)
  if (bare === null || bare.bytes.length > MOST_BYTES || Math.max(bare.width, bare.height) > MOST_EDGE) return []
  return [bare.bytes]
}
