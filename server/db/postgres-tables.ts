import { sql } from 'kysely'
import type { Db } from './schema'

export interface Table {
  readonly name: string
  /** In the order of their names. */
  readonly columns: readonly string[]
}

/** The hub's tables on a PostgreSQL, each after those that its rows point at. */
export async function tablesInOrder(db: Db, leftOut: readonly string[]): Promise<Table[]> {
  const columns = await columnsOf(db)
  const references = await referencesOf(db)
  const ordered: string[] = []
  const visit = (name: string, path: readonly string[]) => {
    if (path.includes(name)) throw new Error(`the tables ${[...path, name].join(', ')} point at each other`)
    if (ordered.includes(name)) return
    for (const { child, parent } of references) {
      if (child === name && parent !== name) visit(parent, [...path, name])
    }
    ordered.push(name)
  }
  for (const name of columns.keys()) visit(name, [])
  return ordered.filter((name) => !leftOut.includes(name)).map((name) => ({ name, columns: columns.get(name) ?? [] }))
}

/** Kysely's own tables are not ours. */
async function columnsOf(db: Db): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ table_name: string; column_name: string }>`
    select columns.table_name, columns.column_name from information_schema.columns
    where table_schema = current_schema() and table_name not like 'kysely\\_%'
    order by table_name, column_name`.execute(db)
  const tables = new Map<string, string[]>()
  for (const { table_name: table, column_name: column } of rows) {
    tables.set(table, [...(tables.get(table) ?? []), column])
  }
  return tables
}

async function referencesOf(db: Db): Promise<{ child: string; parent: string }[]> {
  const { rows } = await sql<{ child: string; parent: string }>`
    select child.relname as child, parent.relname as parent from pg_constraint
    join pg_class child on child.oid = pg_constraint.conrelid
    join pg_class parent on parent.oid = pg_constraint.confrelid
    where pg_constraint.contype = 'f' and pg_constraint.connamespace = current_schema()::regnamespace`.execute(db)
  return rows
}
