import { sql } from 'kysely'
import type { Db } from '../../db/schema'

/**
 * Names the tables of a hub in PostgreSQL as no copy of them is named that pg_restore or createdb made: by the number that
 * the cluster was given, and those of database and schema in there. null: it does not say so to this user.
 */
export async function findPostgresInstance(db: Db): Promise<string | null> {
  try {
    const { rows } = await sql<{ name: string }>`
      select concat_ws('-', system_identifier, d.oid, n.oid) as name
      from pg_control_system(), pg_database d, pg_namespace n
      where d.datname = current_database() and n.nspname = current_schema()`.execute(db)
    return rows[0]?.name ?? null
  } catch {
    return null
  }
}
