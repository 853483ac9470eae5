import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { placeOf } from '../db/unreachable'
import { StartupProblem } from '../lib/startup-problem'
import { hasCode } from './move-file'
import type { StoreConfig } from './stores-config'

/** Beside recordings whose rows are in PostgreSQL; holds where. Its name is from when only hub:migrate wrote it. */
const MARK_FILE = 'moved'

/** `place`: host, port and name of the database, without user and password. */
async function markRowsIn(dataDir: string, place: string): Promise<void> {
  await writeFile(join(dataDir, MARK_FILE), `${place}\n`, { flush: true })
}

/** The same of rows that are here, and stay where it cannot be written: half a mark would keep the hub from them. */
export async function markRowsMoved(dataDir: string, place: string): Promise<void> {
  try {
    await markRowsIn(dataDir, place)
  } catch (problem) {
    await rm(join(dataDir, MARK_FILE), { force: true })
    throw problem
  }
}

/** Notes where the rows of a folder's recordings are, where these are the hub's on PostgreSQL. */
export async function noteRows({ dataDir, databaseUrl, s3 }: StoreConfig): Promise<void> {
  if (databaseUrl === null || s3 !== null) return
  const place = placeOf(databaseUrl)
  if ((await rowsIn(dataDir)) !== place) await markRowsIn(dataDir, place)
}

/**
 * Rejects with StartupProblem where a folder's rows are in PostgreSQL and DATABASE_URL is not set: a hub on the rows that
 * were left behind, or on none, would take all that came since for strays, and a backup of them would be an old one.
 */
export async function requireRowsHere({
  dataDir,
  databaseUrl,
}: Pick<StoreConfig, 'dataDir' | 'databaseUrl'>): Promise<void> {
  if (databaseUrl !== null) return
  const place = await rowsIn(dataDir)
  if (place === null) return
  throw new StartupProblem(
    `The rows of the hub in ${dataDir} are in the database ${place}: set DATABASE_URL. To have them in SQLite there, delete ${join(dataDir, MARK_FILE)}; what that database alone knows then goes to lost/.`,
  )
}

/** null: in the folder. */
async function rowsIn(dataDir: string): Promise<string | null> {
  try {
    return (await readFile(join(dataDir, MARK_FILE), 'utf8')).trim()
  } catch (problem) {
    if (hasCode(problem, 'ENOENT')) return null
    throw problem
  }
}
