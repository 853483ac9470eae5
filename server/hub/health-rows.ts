import { sql } from 'kysely'
import type { Db } from '../db/schema'

/** Rejects when the database does not answer. */
export async function pingDatabase(db: Db): Promise<void> {
  await sql`select 1`.execute(db)
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
