import { type Expression, sql } from 'kysely'
import type { StorageParts } from '../../src/contract/video'
import { DAY_MS } from '../../src/lib/durations'
import { addUpParts } from '../../src/lib/storage-parts'
import { leapBetween, offsetMs } from '../../src/lib/zone-time'
import type { Db } from '../db/schema'
import { listDays, type Stretch } from '../events/day-rows'

/** What is stored of each camera, removed ones too, and of each day by the clocks of a zone (EXT-28). */
export async function sumStorageParts(db: Db, workspaceId: string, zone: string): Promise<StorageParts> {
  const days = await listDays(db, workspaceId, 'videos', { from: null, to: null })
  const day = dayIn(zone, days.toReversed())
  const rows = await db
    .selectFrom('videos')
    .innerJoin('cameras', 'cameras.id', 'videos.camera_id')
    .where('videos.workspace_id', '=', workspaceId)
    .select((video) => [video.fn.sum('videos.size_bytes').as('size_bytes'), video.fn.countAll().as('count')])
    .select(['cameras.name', day.as('day')])
    .groupBy(['cameras.name', day])
    .execute()
  const sums = rows.map(({ name, day, size_bytes, count }) => ({
    camera: name,
    day: new Date(Number(day) * DAY_MS).toISOString().slice(0, 10),
    sizeBytes: Number(size_bytes),
    count: Number(count),
  }))
  const partsBy = (key: 'camera' | 'day') => addUpParts(sums.map((sum) => ({ ...sum, name: sum[key] })))
  return { byCamera: partsBy('camera'), byDay: partsBy('day') }
}

/**
 * The number of a recording's day, of some days of UTC, the oldest first. The moments at which the zone's clocks were put
 * forward or back are looked for here: no database need know zones. All are literals, as a bound number is a fraction to SQLite.
 */
function dayIn(zone: string, days: readonly Stretch[]) {
  let lastMs = offsetMs(zone, days[0]?.fromMs ?? 0)
  let offset: Expression<number> = sql.lit(lastMs)
  const changeAt = (atMs: number, nextMs: number) => {
    if (nextMs === lastMs) return
    offset = sql<number>`case when videos.created_at < ${sql.lit(atMs)} then ${offset} else ${sql.lit(nextMs)} end`
    lastMs = nextMs
  }
  for (const { fromMs, untilMs } of days) {
    changeAt(fromMs, offsetMs(zone, fromMs))
    const endMs = offsetMs(zone, untilMs)
    if (endMs !== lastMs) changeAt(leapBetween(zone, fromMs, untilMs), endMs)
  }
  return sql<number>`(videos.created_at + ${offset}) / ${sql.lit(DAY_MS)}`
}
