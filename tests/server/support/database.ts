import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery, type KyselyPlugin, type RootOperationNode, SqliteAdapter } from 'kysely'
import { Client } from 'pg'
import { inject } from 'vitest'
import { openDatabase } from '../../../server/db/open'
import type { Db } from '../../../server/db/schema'
import { SQLITE_FILE } from '../../../server/db/sqlite'
import type { Environment } from '../../../server/hub/config'

/** Set by the project `postgres` of vitest.config.ts: an address where databases may be made. Others set it empty. */
const SERVER_URL = process.env['NIGHTJAR_TEST_DATABASE_URL'] || undefined

/** One for a worker: Kysely looks at the tables of all schemas of a database, also while another worker drops some. */
let ownDatabase: Promise<string> | null = null
/** A schema of its own for each data folder, so that a hub that is started again finds its rows. */
const urls = new Map<string, string>()
/** Schemas that a test has, or that it left. */
const taken = new Set<string>()
/** Schemas whose hub is gone, without rows: to make the tables again would take longer than most tests. */
const emptied: string[] = []

/** The address of an empty database, which is gone after the tests of this file. Only in the project `postgres`. */
export async function freshDatabaseUrl(): Promise<string> {
  const schema = `hub_${randomUUID().replaceAll('-', '')}`
  const url = new URL(await ownDatabaseUrl())
  await ask(url.href, `create schema ${schema}`)
  url.searchParams.set('options', `-c search_path=${schema}`)
  taken.add(url.href)
  return url.href
}

/** For tests of migrations: an address where no tables are yet; null for SQLite, whose file is one. */
export async function unusedDatabaseUrl(): Promise<string | null> {
  return SERVER_URL === undefined ? null : freshDatabaseUrl()
}

/** What tells a hub on a data folder where its rows are: nothing for SQLite. */
export async function environmentOf(dataDir: string): Promise<Environment> {
  if (SERVER_URL === undefined) return {}
  const url = urls.get(dataDir) ?? emptied.pop() ?? (await freshDatabaseUrl())
  urls.set(dataDir, url)
  taken.add(url)
  return { DATABASE_URL: url }
}

/** What SQLite's file holds that has all tables and no rows, made once for a worker. */
let emptyTables: Promise<Buffer> | null = null

/** Gives a new data folder its tables: a hub that makes them itself takes a third longer to start. */
export async function placeTables(dataDir: string): Promise<void> {
  if (SERVER_URL !== undefined) return
  emptyTables ??= makeTables()
  await writeFile(join(dataDir, SQLITE_FILE), await emptyTables, { mode: 0o600 })
}

async function makeTables(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'nightjar-tables-'))
  try {
    await (await openDatabase(folder, null)).destroy()
    return await readFile(join(folder, SQLITE_FILE))
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The database of the hub on a data folder; the caller destroys it. */
export async function openTestDatabase(dataDir: string): Promise<Db> {
  return openDatabase(dataDir, (await environmentOf(dataDir))['DATABASE_URL'] ?? null)
}

/** How the database goes about what is asked of it meanwhile. */
export async function planOf(db: Db, read: (watched: Db) => Promise<unknown>): Promise<string> {
  const nodes: RootOperationNode[] = []
  const watching: KyselyPlugin = {
    transformQuery: ({ node }) => {
      nodes.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await read(db.withPlugin(watching))
  const executor = db.getExecutor()
  const explain = executor.adapter instanceof SqliteAdapter ? 'explain query plan' : 'explain'
  const plans: string[] = []
  for (const node of nodes) {
    const { sql, parameters } = executor.compileQuery(node, { queryId: 'planned' })
    plans.push(JSON.stringify((await db.executeQuery(CompiledQuery.raw(`${explain} ${sql}`, [...parameters]))).rows))
  }
  return plans.join('\n')
}

/** Everything that the hub on a data folder has in its rows, to look for what must not be there. */
export async function storedText(dataDir: string): Promise<string> {
  const url = urls.get(dataDir)
  if (url === undefined) {
    const names = (await readdir(dataDir)).filter((name) => name.startsWith('nightjar.db'))
    return (await Promise.all(names.map((name) => readFile(join(dataDir, name), 'latin1')))).join('')
  }
  const rows = await ask<{ all: string }>(url, 'select schema_to_xml(current_schema(), true, true, $$$$)::text as all')
  return rows[0]?.all ?? ''
}

/** Kept for all that a worker empties: a new connection knows no table yet, which takes it longer than to empty them. */
let cleaner: Promise<Client> | null = null

async function connectCleaner(): Promise<Client> {
  const client = new Client({ connectionString: await ownDatabaseUrl() })
  // The database goes at the end of the run, and this with it.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

function schemaOf(url: string): string {
  return new URL(url).searchParams.get('options')?.replace('-c search_path=', '') ?? ''
}

/** Forgets the rows of a hub that was closed. */
export async function forgetDatabase(dataDir: string): Promise<void> {
  const url = urls.get(dataDir)
  if (url === undefined) return
  urls.delete(dataDir)
  cleaner ??= connectCleaner()
  await (await cleaner).query(`set search_path to ${schemaOf(url)}; ${EMPTY_ALL}`)
  taken.delete(url)
  emptied.push(url)
}

/** Drops what the tests of a file left: Kysely reads the tables of all schemas whenever a hub starts. */
export async function dropLeftSchemas(): Promise<void> {
  for (const url of taken) await ask(url, DROP_SCHEMA)
  taken.clear()
  urls.clear()
}

/** Runs statements on a connection of their own. */
export async function ask<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/**
 * Deletes the rows of tables that have some, those that point at others first; truncating would make all files anew. What
 * cannot go yet, as a row of a table with a later name points at it, goes in another round.
 */
const EMPTY_ALL = `
do $$
declare
  name text;
  has_rows boolean;
  is_done boolean := false;
begin
  while not is_done loop
    is_done := true;
    for name in select relname from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname not like 'kysely%'
    loop
      execute format('select exists (select from %I)', name) into has_rows;
      continue when not has_rows;
      begin
        execute format('delete from %I', name);
      exception when foreign_key_violation then
        is_done := false;
      end;
    end loop;
  end loop;
end $$`

/** A hub that a test did not close may hold a lock; its database goes at the end of the run. */
const DROP_SCHEMA = `
set lock_timeout = '5s';
do $$
begin
  execute format('drop schema %I cascade', current_schema());
exception when lock_not_available then
  null;
end $$`

async function ownDatabaseUrl(): Promise<string> {
  if (SERVER_URL === undefined) throw new Error('This test needs the vitest project “postgres”.')
  ownDatabase ??= createDatabase(SERVER_URL)
  const url = new URL(SERVER_URL)
  url.pathname = `/${await ownDatabase}`
  return url.href
}

async function createDatabase(serverUrl: string): Promise<string> {
  const name = `${inject('databasePrefix')}${randomUUID().slice(0, 8)}`
  await ask(serverUrl, `create database ${name}`)
  return name
}
