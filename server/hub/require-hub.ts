import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SQLITE_FILE } from '../db/sqlite'
import { StartupProblem } from '../lib/startup-problem'
import type { Config } from './config'

/** For tools: a mistyped DATA_DIR would be made, and found to be in good order. Throws StartupProblem. */
export function requireHub({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): void {
  const isThere = databaseUrl !== null || existsSync(join(dataDir, SQLITE_FILE))
  if (!isThere) throw new StartupProblem(`There is no hub in ${dataDir}. Set DATA_DIR to the folder of one.`)
}
