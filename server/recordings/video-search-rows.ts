import { sql } from 'kysely'
import type { Db } from '../db/schema'
import type { Page } from '../events/day-rows'
import { type VideoRow, wholeRows } from './video-rows'

/** Recordings whose title, or whose camera's name, holds the words, in capitals or not; newest first (EXT-24). */
export async function searchVideos(
  db: Db,
  workspaceId: string,
  words: string,
  { page, pageSize }: Page,
): Promise<{ readonly rows: VideoRow[]; readonly total: number }> {
  const wanted = words.toLowerCase()
  const cameraIds = await camerasNamed(db, workspaceId, wanted)
  const titles = isEnglish(wanted) ? [] : await titlesWith(db, workspaceId, wanted)
  const pattern = `%${wanted.replace(/[\\%_]/g, '\\$&')}%`
  const found = db
    .selectFrom('videos')
    .where('workspace_id', '=', workspaceId)
    .where(({ eb, or }) =>
      or([
        sql<boolean>`lower(title) like ${pattern} escape '\\'`,
        ...(titles.length > 0 ? [eb('title', 'in', titles)] : []),
        ...(cameraIds.length > 0 ? [eb('camera_id', 'in', cameraIds)] : []),
      ]),
    )
  const { count } = await found.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow()
  const shown = found
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset(page * pageSize)
  return { rows: await wholeRows(db, shown), total: Number(count) }
}

function isEnglish(words: string): boolean {
  return /^\p{ASCII}*$/u.test(words)
}

/** More are no statement for a database; each camera has a title or two. */
const MOST_TITLES = 500

/** Compared here, as the cameras' names are below. */
async function titlesWith(db: Db, workspaceId: string, wanted: string): Promise<string[]> {
  const rows = await db
    .selectFrom('videos')
    .select('title')
    .distinct()
    .where('workspace_id', '=', workspaceId)
    .execute()
  return rows.flatMap(({ title }) => (title.toLowerCase().includes(wanted) ? [title] : [])).slice(0, MOST_TITLES)
}

/** Also those that are gone. Compared here, as SQLite knows capitals of English letters only. */
async function camerasNamed(db: Db, workspaceId: string, wanted: string): Promise<string[]> {
  const cameras = await db
    .selectFrom('cameras')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .execute()
  return cameras.filter(({ name }) => name.toLowerCase().includes(wanted)).map(({ id }) => id)
}
