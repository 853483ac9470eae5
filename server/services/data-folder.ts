import { chmod, mkdir } from 'node:fs/promises'
import { StartupProblem } from '../startup-problem'

/** Creates the data folder, readable by nobody else. An existing one keeps its mode: it may hold more than ours. */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  try {
    const created = await mkdir(dataDir, { recursive: true, mode: 0o700 })
    if (created !== undefined) await chmod(dataDir, 0o700)
  } catch (problem) {
    throw new StartupProblem(`The data folder ${dataDir} cannot be used: ${reasonOf(problem)}.`)
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the disk is read-only',
  EEXIST: 'it is a file, not a folder',
  ENOTDIR: 'a part of the path is a file, not a folder',
  ENOSPC: 'the disk is full',
}

function reasonOf(problem: unknown): string {
  const code = problem instanceof Error && 'code' in problem ? String(problem.code) : ''
  return reasons[code] ?? (code || String(problem))
}
