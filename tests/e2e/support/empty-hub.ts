import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'

/** Takes everything out of a running hub but what it is: its tables and its secret. */
export function emptyHub(dataDir: string): void {
  const database = new DatabaseSync(join(dataDir, 'nightjar.db'))
  try {
    database.exec('PRAGMA busy_timeout = 5000')
    // All tables go together, so that no order between them matters.
    database.exec('PRAGMA foreign_keys = OFF')
    const tables = database
      .prepare(
        "select name from sqlite_schema where type = 'table' and name not glob 'sqlite_*' and name not glob 'kysely_*'",
      )
      .all()
      .map((row) => String(Object.values(row ?? {})[0]))
    const deletes = tables.filter((name) => name !== 'hub_secrets').map((name) => `delete from "${name}";`)
    database.exec(`begin immediate; ${deletes.join(' ')} commit`)
  } finally {
    database.close()
  }
}
