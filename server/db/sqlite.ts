import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import type { SqliteDatabase, SqliteStatement } from 'kysely'

/** In the data folder. */
export const SQLITE_FILE = 'nightjar.db'

const CACHED_STATEMENTS = 200
/** The index of 100,000 recordings has 10 MB; with SQLite's own 2 MB each count of them reads it from the disk. */
const CACHE_KIB = 24 * 1024
/** Of 4 KiB. Each checkpoint waits for the disk twice: four times as many as SQLite's own limit. */
const CHECKPOINT_PAGES = 4_000

/** Opens the file and makes it durable: a committed row survives a loss of power. */
export function openSqlite(path: string): SqliteDatabase {
  const connection = new DatabaseSync(path)
  connection.exec('PRAGMA journal_mode = WAL')
  connection.exec('PRAGMA synchronous = FULL')
  connection.exec('PRAGMA foreign_keys = ON')
  connection.exec('PRAGMA busy_timeout = 5000')
  connection.exec(`PRAGMA cache_size = -${CACHE_KIB}`)
  connection.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
  return new CachingSqlite(connection)
}

/** The parts of the driver's connection that are used. */
type Connection = Pick<DatabaseSyncInstance, 'prepare' | 'exec' | 'close' | 'isTransaction'>

/** What Kysely needs of a database. Uncached statements wait for finalizers and grow the process without end. */
export class CachingSqlite implements SqliteDatabase {
  readonly #connection: Connection
  readonly #statements = new Map<string, SqliteStatement>()

  constructor(connection: Connection) {
    this.#connection = connection
  }

  prepare(sql: string): SqliteStatement {
    // It acts when it is compiled: a cached one would do nothing.
    if (sql.startsWith('PRAGMA synchronous =')) return this.#once(sql)
    const statement = this.#statements.get(sql) ?? this.#compile(sql)
    this.#statements.delete(sql)
    this.#statements.set(sql, statement)
    this.#forgetOldest()
    return statement
  }

  close(): void {
    this.#statements.clear()
    try {
      // The driver keeps the files open until its statements are collected; a copy of the file is whole before that.
      this.#connection.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    } catch {
      // As on a full disk. Nothing is lost by it: what was committed stays in the WAL, and the next start finds it there.
    } finally {
      this.#connection.close()
    }
  }

  #compile(sql: string): SqliteStatement {
    const statement = this.#connection.prepare(sql)
    return {
      reader: statement.columns().length > 0,
      all: (parameters) => statement.all(...parameters.map(bindable)),
      run: (parameters) => {
        // A full disk makes SQLite roll back by itself; a second rollback would hide that error behind its own.
        if (sql === 'rollback' && !this.#connection.isTransaction) return { changes: 0, lastInsertRowid: 0 }
        return statement.run(...parameters.map(bindable))
      },
      iterate: (parameters) => statement.iterate(...parameters.map(bindable)),
    }
  }

  #once(sql: string): SqliteStatement {
    const run = () => {
      this.#connection.exec(sql)
      return { changes: 0, lastInsertRowid: 0 }
    }
    return { reader: false, run, all: () => [], iterate: () => [][Symbol.iterator]() }
  }

  #forgetOldest(): void {
    const [oldest] = this.#statements.keys()
    if (this.#statements.size > CACHED_STATEMENTS && oldest !== undefined) this.#statements.delete(oldest)
  }
}

/** The driver stores a Date as NULL without a word, and throws at undefined. */
function bindable(value: unknown): unknown {
  if (value === undefined) return null
  if (value instanceof Date) return value.getTime()
  return value
}
