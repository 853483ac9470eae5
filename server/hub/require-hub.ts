import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { SQLITE_FILE } from '../db/sqlite'
import { StartupProblem } from '../lib/startup-problem'
import type { Config } from './config'

/** For tools: a mistyped DATA_DIR would be made, and found to be in good order. Throws StartupProblem. */
export function requireHub({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): void {
  const isThere = databaseUrl !== null || existsSync(join(dataDir, SQLITE_FILE))
  if (!isThere) throw new StartupProblem(`There is no hub in ${dataDir}. Set DATA_DIR to the folder of one.`)
}

/**
 * For tools that write on a stopped hub's folder: what root makes there, the hub's own user could neither read nor write.
 * `userId`: who runs the tool; undefined where the system has no such numbers. Throws StartupProblem.
 */
export function requireOwnUser(dataDir: string, userId = process.getuid?.()): void {
  if (userId !== 0) return
  // With PostgreSQL there is no database here, but the lock that each hub leaves.
  const file = [SQLITE_FILE, 'lock'].map((name) => join(dataDir, name)).find(existsSync)
  const ownerId = file === undefined ? 0 : statSync(file).uid
  if (ownerId === 0) return
  throw new StartupProblem(
    `The files in ${dataDir} are those of user ${ownerId}, and what root adds there the hub could not use. Run this as that user (deploy/README.md).`,
  )
}
