import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, Migrator, SqliteDialect } from 'kysely'
import { StartupProblem } from '../startup-problem'
import { first } from './migrations/0001-first'
import { jobs } from './migrations/0002-jobs'
import type { Database, Db } from './schema'
import { openSqlite } from './sqlite'

const FILE = 'nightjar.db'

/** In order of their names; listed here because the hub is one bundled file with no folder to scan. */
const migrations = { '0001-first': first, '0002-jobs': jobs }

/** Opens the database of a data folder and brings its tables up to date. The caller destroys it. */
export async function openDatabase(dataDir: string): Promise<Db> {
  const path = join(dataDir, FILE)
  // SQLite gives the -wal and -shm files the mode of this one.
  await (await open(path, 'a', 0o600)).close()
  const db = new Kysely<Database>({ dialect: new SqliteDialect({ database: async () => openSqlite(path) }) })
  try {
    await migrate(db)
    return db
  } catch (problem) {
    await db.destroy()
    throw new StartupProblem(`The database ${path} cannot be used: ${sentenceOf(problem)}`)
  }
}

async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
}

function sentenceOf(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem)
}
