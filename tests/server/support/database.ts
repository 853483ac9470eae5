import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll } from 'vitest'
import type { Environment } from '../../../server/config'
import { openDatabase } from '../../../server/db/open'
import type { Db } from '../../../server/db/schema'

/** Set by the project `postgres` of vitest.config.ts: an address where databases may be made. Others set it empty. */
const SERVER_URL = process.env['NIGHTJAR_TEST_DATABASE_URL'] || undefined
const END_LIMIT_MS = 60_000
const LEFT_BEHIND_MS = 3 * 3_600_000

/** One for a test file: Kysely looks at the tables of all schemas of a database, also while another file drops some. */
let ownDatabase: Promise<string> | null = null
/** A schema of its own for each data folder, so that a hub that is started again finds its rows. */
const urls = new Map<string, string>()
/** Schemas whose hub is gone, without rows: to make the tables again would take longer than most tests. */
const emptied: string[] = []

afterAll(async () => {
  if (ownDatabase === null || SERVER_URL === undefined) return
  const name = await ownDatabase
  const server = SERVER_URL
  // With force it ends others' sessions, but may not end the server's own vacuum; without, that one gives way.
  await ask(server, `drop database ${name} with (force)`).catch(() => ask(server, `drop database ${name}`))
}, END_LIMIT_MS)

/** The address of an empty database, which is dropped after the tests of this file. Only in the project `postgres`. */
export async function freshDatabaseUrl(): Promise<string> {
  const schema = `hub_${randomUUID().replaceAll('-', '')}`
  const url = new URL(await ownDatabaseUrl())
  await ask(url.href, `create schema ${schema}`)
  url.searchParams.set('options', `-c search_path=${schema}`)
  return url.href
}

/** What tells a hub on a data folder where its rows are: nothing for SQLite. */
export async function environmentOf(dataDir: string): Promise<Environment> {
  if (SERVER_URL === undefined) return {}
  const url = urls.get(dataDir) ?? emptied.pop() ?? (await freshDatabaseUrl())
  urls.set(dataDir, url)
  return { DATABASE_URL: url }
}

/** The database of the hub on a data folder; the caller destroys it. */
export async function openTestDatabase(dataDir: string): Promise<Db> {
  return openDatabase(dataDir, (await environmentOf(dataDir))['DATABASE_URL'] ?? null)
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

/** Forgets the rows of a hub that was closed. */
export async function forgetDatabase(dataDir: string): Promise<void> {
  const url = urls.get(dataDir)
  if (url === undefined) return
  urls.delete(dataDir)
  await ask(url, EMPTY_ALL)
  emptied.push(url)
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

/** Deletes from each table that no row points at any more until none has rows; truncating would make all files anew. */
const EMPTY_ALL = `
do $$
declare
  name text;
  is_done boolean := false;
begin
  while not is_done loop
    is_done := true;
    for name in select tablename from pg_tables where schemaname = current_schema() and tablename not like 'kysely%' loop
      begin
        execute format('delete from %I', name);
      exception when foreign_key_violation then
        is_done := false;
      end;
    end loop;
  end loop;
end $$`

async function ownDatabaseUrl(): Promise<string> {
  if (SERVER_URL === undefined) throw new Error('This test needs the vitest project “postgres”.')
  ownDatabase ??= createDatabase(SERVER_URL)
  const url = new URL(SERVER_URL)
  url.pathname = `/${await ownDatabase}`
  return url.href
}

async function createDatabase(serverUrl: string): Promise<string> {
  await dropLeftovers(serverUrl)
  const name = `nightjar_test_${Date.now()}_${randomUUID().slice(0, 8)}`
  await ask(serverUrl, `create database ${name}`)
  return name
}

/** Of runs that were killed: no file takes hours. */
async function dropLeftovers(serverUrl: string): Promise<void> {
  const made = "split_part(datname, '_', 3)"
  const rows = await ask<{ name: string; made_at: string }>(
    serverUrl,
    `select datname as name, ${made} as made_at from pg_database where datname ~ '^nightjar_test_[0-9]{13}_'`,
  )
  const old = rows.filter(({ made_at }) => Number(made_at) < Date.now() - LEFT_BEHIND_MS)
  for (const { name } of old) await ask(serverUrl, `drop database if exists ${name} with (force)`)
}
