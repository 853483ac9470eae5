import { chmod, mkdir } from 'node:fs/promises'
import { isDiskFull } from '../db/failures'
import { StartupProblem } from '../lib/startup-problem'

/** Creates the data folder, readable by nobody else. An existing one keeps its mode: it may hold more than ours. */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  try {
    const created = await mkdir(dataDir, { recursive: true, mode: 0o700 })
    if (created !== undefined) await chmod(dataDir, 0o700)
  } catch (problem) {
    throw startupProblemOf(problem, dataDir)
  }
}

/** What the file system or SQLite says of the data folder, as a sentence; anything else stays what it is. */
export function startupProblemOf(problem: unknown, dataDir: string): unknown {
  if (isDiskFull(problem)) {
    return new StartupProblem(`The data folder ${dataDir} cannot be used: ${reasons['ENOSPC']}.`, 'time')
  }
  if (!(problem instanceof Error && 'errno' in problem)) return problem
  const path = 'path' in problem && typeof problem.path === 'string' ? ` (${problem.path})` : ''
  const remedy = ENDED_BY_HAND.has(codeOf(problem)) ? 'hand' : 'time'
  return new StartupProblem(`The data folder ${dataDir} cannot be used: ${reasonOf(problem)}${path}.`, remedy)
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the disk is read-only',
  EEXIST: 'there is a file where a folder should be',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EISDIR: 'there is a folder where a file should be',
  ENOSPC: 'the disk is full',
}

/** A disk that is mounted after the hub's start leaves a folder that is another user's, or a system's that cannot be written. */
const ENDED_BY_HAND = new Set(['EEXIST', 'ENOTDIR', 'EISDIR'])

function codeOf(problem: unknown): string {
  return problem instanceof Error && 'code' in problem ? String(problem.code) : ''
}

function reasonOf(problem: unknown): string {
  const code = codeOf(problem)
  return reasons[code] ?? (code || String(problem))
}
