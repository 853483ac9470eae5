import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { StartupProblem } from '../lib/startup-problem'
import { isDiskFull } from './failures'

/** SQLite's result code for a lock that somebody else holds. */
const SQLITE_BUSY = 5

/**
 * SQLite makes a file beside the lock, and where the folder takes none it does not say that. Rejects as the file system does.
 * What lies there belongs to the lock, which nobody holds, and is nothing either.
 */
async function requirePlace(path: string): Promise<void> {
  await (await open(path, 'a', 0o600)).close()
  await rm(path)
}

/**
 * Holds a data folder for one hub: a second one would take the first one's unfinished uploads for leftovers.
 * A lock inside SQLite's own file ends with the process, also by kill -9, which a lock file would not.
 */
export async function lockFolder(dataDir: string): Promise<() => void> {
  const path = join(dataDir, 'lock')
  await (await open(path, 'a', 0o600)).close()
  const lock = new DatabaseSync(path)
  try {
    lock.exec('PRAGMA busy_timeout = 1000')
    lock.exec('BEGIN EXCLUSIVE')
  } catch (problem) {
    lock.close()
    if (isDiskFull(problem)) throw problem
    if (problem instanceof Error && 'errcode' in problem && problem.errcode === SQLITE_BUSY)
      throw new StartupProblem(`The data folder ${dataDir} is in use by another hub. Stop it, or set another DATA_DIR.`)
    await requirePlace(`${path}-journal`)
    throw new StartupProblem(`The file ${path} cannot be locked. Remove it and start again; it holds nothing.`)
  }
  return () => {
    if (lock.isOpen) lock.close()
  }
}
