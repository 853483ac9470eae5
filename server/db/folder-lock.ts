import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { StartupProblem } from '../startup-problem'

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
  } catch {
    lock.close()
    throw new StartupProblem(`The data folder ${dataDir} is in use by another hub. Stop it, or set another DATA_DIR.`)
  }
  return () => {
    if (lock.isOpen) lock.close()
  }
}
