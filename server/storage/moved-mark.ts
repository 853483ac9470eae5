import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartupProblem } from '../lib/startup-problem'
import { hasCode } from './move-file'
import type { StoreConfig } from './stores-config'

/** Beside the SQLite file whose rows are in PostgreSQL by now; holds where. */
const MARK_FILE = 'moved'

/** `place`: host, port and name of the database, without user and password. */
export async function markMoved(dataDir: string, place: string): Promise<void> {
  await writeFile(join(dataDir, MARK_FILE), `${place}\n`, { flush: true })
}

/**
 * Rejects with StartupProblem where a folder's rows were moved and DATABASE_URL is not set: a hub on the rows that were
 * left behind would take all that came since for strays, and a backup of them would be an old one.
 */
export async function requireUnmoved({
  dataDir,
  databaseUrl,
}: Pick<StoreConfig, 'dataDir' | 'databaseUrl'>): Promise<void> {
  if (databaseUrl !== null) return
  const mark = join(dataDir, MARK_FILE)
  const place = await readFile(mark, 'utf8').catch((problem: unknown) => {
    if (hasCode(problem, 'ENOENT')) return null
    throw problem
  })
  if (place === null) return
  throw new StartupProblem(
    `The hub in ${dataDir} was moved to the database ${place.trim()}: set DATABASE_URL. To go back to the rows in SQLite, delete ${mark}; what was recorded since the move then goes to lost/.`,
  )
}
