import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { SQLITE_FILE } from './sqlite'

/**
 * Writes the database of a data folder as it is at one moment into another folder, also while a hub works on it: a plain
 * copy of its files could be torn.
 */
export function copySqlite(dataDir: string, targetDir: string): void {
  const database = new DatabaseSync(join(dataDir, SQLITE_FILE))
  try {
    database.exec('PRAGMA busy_timeout = 5000')
    // Where the copy finds no room SQLite does not say on which of the two disks; a read has only one.
    database.exec('select 1 from sqlite_master limit 1')
    database.prepare('VACUUM INTO ?').run(join(targetDir, SQLITE_FILE))
  } finally {
    database.close()
  }
}

/** The files of all recordings that the database in a folder names, whatever its version. */
export function recordingKeysIn(dataDir: string): Set<string> {
  const database = new DatabaseSync(join(dataDir, SQLITE_FILE), { readOnly: true })
  try {
    const rows = database.prepare('select blob_key from videos').all()
    return new Set(rows.map((row) => String(row['blob_key'])))
  } finally {
    database.close()
  }
}

/** What the database in a folder keeps under a name for its hubs, whatever its version; null: nothing. */
export function secretIn(dataDir: string, name: string): string | null {
  const database = new DatabaseSync(join(dataDir, SQLITE_FILE))
  try {
    database.exec('PRAGMA busy_timeout = 5000')
    const table = database.prepare("select 1 from sqlite_master where name = 'hub_secrets'").get()
    const row = table && database.prepare('select value from hub_secrets where name = ?').get(name)
    return row === undefined ? null : String(row['value'])
  } finally {
    database.close()
  }
}
