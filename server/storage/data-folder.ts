import { chmod } from 'node:fs/promises'
import { isDiskFull } from '../db/failures'
import { DISK_FULL, fileRefusalOf } from '../lib/file-refusal'
import { StartupProblem } from '../lib/startup-problem'
import { makeFolder } from './new-folder'

/** Creates the data folder, readable by nobody else. An existing one keeps its mode: it may hold more than ours. */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  try {
    const created = await makeFolder(dataDir)
    if (created !== undefined) await chmod(dataDir, 0o700)
  } catch (problem) {
    throw startupProblemOf(problem, dataDir)
  }
}

/** What the file system or SQLite says of the data folder, as a sentence; anything else stays what it is. */
export function startupProblemOf(problem: unknown, dataDir: string): unknown {
  const refusal = isDiskFull(problem) ? DISK_FULL : fileRefusalOf(problem)
  if (refusal === null) return problem
  return new StartupProblem(`The data folder ${dataDir} cannot be used: ${refusal.reason}.`, refusal.remedy)
}
