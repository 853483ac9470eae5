import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { SQLITE_FILE } from '../db/sqlite'
import { StartupProblem } from '../lib/startup-problem'
import { hasCode } from '../storage/move-file'
import type { Config } from './config'

/** For tools: a mistyped DATA_DIR would be made, and found to be in good order. Throws StartupProblem. */
export function requireHub({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): void {
  const isThere = databaseUrl !== null || isHubIn(dataDir)
  if (!isThere)
    throw new StartupProblem(
      `There is no hub in ${dataDir}: it has no ${SQLITE_FILE}. Set DATA_DIR to the folder of one.`,
    )
}

function isHubIn(dataDir: string): boolean {
  try {
    return statSync(join(dataDir, SQLITE_FILE), { throwIfNoEntry: false }) !== undefined
  } catch (problem) {
    if (!hasCode(problem, 'EACCES', 'EPERM')) throw problem
    throw new StartupProblem(
      `This user may not look into ${dataDir}. Run this as the user of its hub (deploy/README.md).`,
    )
  }
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
