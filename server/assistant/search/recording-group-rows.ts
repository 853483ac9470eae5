import { sql } from 'kysely'
import { labelsIn } from '../../db/label-text'
import type { Db } from '../../db/schema'
import { type Counted, foundVideos, type Kind, QUARTER_MS, type Search } from './search-rows'

/** A group of recordings, how many it has, and how large they are together. */
export interface Sized<K> extends Counted<K> {
  readonly sizeBytes: number
}

export async function sumVideosByCamera(db: Db, search: Search): Promise<Sized<string>[]> {
  const rows = await foundVideos(db, search)
    .select((video) => [
      'videos.camera_id as key',
      video.fn.countAll().as('count'),
      video.fn.sum('videos.size_bytes').as('size_bytes'),
    ])
    .groupBy('videos.camera_id')
    .execute()
  return rows.map(({ key, count, size_bytes }) => ({ key, count: Number(count), sizeBytes: Number(size_bytes) }))
}

export async function countVideosByKind(db: Db, search: Search): Promise<Counted<Kind>[]> {
  const rows = await foundVideos(db, search)
    .select((video) => ['videos.event_type', 'videos.labels', video.fn.countAll().as('count')])
    .groupBy(['videos.event_type', 'videos.labels'])
    .execute()
  return rows.map(({ event_type: type, labels, count }) => ({
    key: { type, seen: labelsIn(labels) },
    count: Number(count),
  }))
}

/** The key is the number of the quarter of an hour since the epoch. */
export async function sumVideosByQuarter(db: Db, search: Search): Promise<Sized<number>[]> {
  const quarter = sql<number>`(videos.created_at - videos.created_at % ${sql.lit(QUARTER_MS)}) / ${sql.lit(QUARTER_MS)}`
  const rows = await foundVideos(db, search)
    .select((video) => [
      quarter.as('key'),
      video.fn.countAll().as('count'),
      video.fn.sum('videos.size_bytes').as('size_bytes'),
    ])
    .groupBy(quarter)
    .execute()
  return rows.map(({ key, count, size_bytes }) => ({
    key: Number(key),
    count: Number(count),
    sizeBytes: Number(size_bytes),
  }))
}
