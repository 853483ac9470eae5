import { SqliteAdapter, sql } from 'kysely'
import type { Db } from '../db/schema'

/** What time it is at the database, in epoch ms; null: SQLite has no clock but the hub's. Rejects when the database does not answer. */
export async function askDatabase(db: Db): Promise<number | null> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const now = isSqlite ? sql<null>`null` : sql<number>`(extract(epoch from clock_timestamp()) * 1000)::float8`
  const { rows } = await sql<{ now_ms: number | null }>`select ${now} as now_ms`.execute(db)
  return rows[0]?.now_ms ?? null
}

/** Cameras of all workspaces whose last snapshot came after a moment, and cameras altogether. */
export async function countAllCameras(db: Db, afterMs: number): Promise<{ online: number; all: number }> {
  const row = await db
    .selectFrom('cameras')
    .select((camera) => [
      camera.fn.countAll().as('all'),
      camera.fn.countAll().filterWhere('last_snapshot_at', '>', afterMs).as('online'),
    ])
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { online: Number(row.online), all: Number(row.all) }
}
