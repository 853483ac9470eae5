import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from './schema'

/** What came of one table. Equal hashes: the same rows, in whatever order. */
export interface TableCopy {
  readonly name: string
  readonly source: Contents
  readonly target: Contents
}

export interface Contents {
  readonly rows: number
  /** Hexadecimal. */
  readonly hash: string
}

/** What only the hubs that run use, which begins anew with them, and what triggers count again as rows come. */
const LEFT_OUT = ['job_leases', 'hub_secrets', 'outage_watch', 'retention_clock', 'recording_days']
const PAGE_ROWS = 500
const HASH_LIMIT = 1n << 256n

type Row = Readonly<Record<string, unknown>>

/** The first table of a PostgreSQL that holds rows already; null: it is empty but for what hubs make as they start. */
export async function firstFilledTable(to: Db): Promise<string | null> {
  for (const { name } of await tablesInOrder(to)) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(to)
    if (rows.length > 0) return name
  }
  return null
}

/** Copies every row from SQLite to PostgreSQL and reads both back. Call it inside a transaction of the latter. */
export async function copyTables(from: Db, to: Db): Promise<TableCopy[]> {
  const copies: TableCopy[] = []
  for (const { name, columns } of await tablesInOrder(to)) {
    const source = new Tally(columns)
    for await (const rows of sqlitePages(from, name)) {
      source.add(rows)
      await insert(to, name, columns, rows)
    }
    const target = new Tally(columns)
    for await (const rows of postgresPages(to, name)) target.add(rows)
    copies.push({ name, source: source.contents(), target: target.contents() })
  }
  return copies
}

/** Counts rows and adds up their hashes, so that the order in which a database gives them does not matter. */
class Tally {
  readonly #columns: readonly string[]
  #rows = 0
  #sum = 0n

  constructor(columns: readonly string[]) {
    this.#columns = columns
  }

  add(rows: readonly Row[]): void {
    for (const row of rows) {
      const text = JSON.stringify(this.#columns.map((column) => row[column]))
      this.#sum = (this.#sum + BigInt(`0x${createHash('sha256').update(text).digest('hex')}`)) % HASH_LIMIT
    }
    this.#rows += rows.length
  }

  contents(): Contents {
    return { rows: this.#rows, hash: this.#sum.toString(16).padStart(64, '0') }
  }
}

async function* sqlitePages(from: Db, table: string): AsyncGenerator<Row[]> {
  let lastId = 0
  while (true) {
    const { rows } = await sql<Row & { copied_rowid: number }>`
      select rowid as copied_rowid, * from ${sql.table(table)}
      where rowid > ${lastId} order by rowid limit ${PAGE_ROWS}`.execute(from)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    lastId = last.copied_rowid
  }
}

async function* postgresPages(to: Db, table: string): AsyncGenerator<Row[]> {
  await sql`declare copied no scroll cursor for select * from ${sql.table(table)}`.execute(to)
  while (true) {
    const { rows } = await sql<Row>`fetch ${sql.lit(PAGE_ROWS)} from copied`.execute(to)
    if (rows.length === 0) break
    yield rows
  }
  await sql`close copied`.execute(to)
}

async function insert(to: Db, table: string, columns: readonly string[], rows: readonly Row[]): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
  await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(values)}`.execute(to)
}

interface Table {
  readonly name: string
  /** In the order of their names. */
  readonly columns: readonly string[]
}

/** The hub's tables on a PostgreSQL that are copied, each after those that its rows point at. */
async function tablesInOrder(db: Db): Promise<Table[]> {
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
  return ordered.filter((name) => !LEFT_OUT.includes(name)).map((name) => ({ name, columns: columns.get(name) ?? [] }))
}

/** Kysely's own tables are not ours, nor are views, and what an extension of the server brings, such as `pg_stat_statements`. */
async function columnsOf(db: Db): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ table_name: string; column_name: string }>`
    select columns.table_name, columns.column_name from information_schema.columns
    join pg_class on relname = table_name and relnamespace = current_schema()::regnamespace
    where table_schema = current_schema() and table_name not like 'kysely\\_%' and relkind in ('r', 'p')
    and not exists (
      select 1 from pg_depend
      where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
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
