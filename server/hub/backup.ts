import { constants } from 'node:fs'
import { chmod, copyFile, mkdir, readdir } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { copySqlite } from '../db/sqlite-copy'
import { AUTHORITY_FILE } from '../http/authority'
import { StartupProblem } from '../lib/startup-problem'
import { requireUnmoved } from '../storage/moved-mark'

/** What a hub cannot make again. */
const FILES = ['secret', AUTHORITY_FILE, 'self-signed.pem']
const FOLDERS = ['blobs', 'lost']

export interface Backup {
  readonly files: number
}

/**
 * Copies a data folder, also while its hub runs, into a new one. The database goes first: every recording that it names
 * was on the disk by then. A recording that comes in meanwhile is in the copy's files at most, and waits in lost/ there.
 */
export async function backUp(dataDir: string, targetDir: string): Promise<Backup> {
  await requireUnmoved({ dataDir, databaseUrl: null })
  await makeEmpty(targetDir)
  copySqlite(dataDir, targetDir)
  const names = [...FILES, ...(await filesBelow(dataDir))]
  let files = 0
  for (const name of names) files += (await copyIfThere(join(dataDir, name), join(targetDir, name))) ? 1 : 0
  await makePrivate(targetDir)
  return { files }
}

async function makeEmpty(targetDir: string): Promise<void> {
  await mkdir(targetDir, { recursive: true, mode: 0o700 })
  if ((await readdir(targetDir)).length > 0) throw new StartupProblem(`${targetDir} is not empty. Name a new folder.`)
}

async function filesBelow(dataDir: string): Promise<string[]> {
  const found: string[] = []
  for (const folder of FOLDERS) {
    const entries = await readdir(join(dataDir, folder), { recursive: true, withFileTypes: true }).catch(() => [])
    const files = entries.filter((entry) => entry.isFile())
    found.push(...files.map((entry) => relative(dataDir, join(entry.parentPath, entry.name))))
  }
  return found
}

/** Retention may have taken a file since it was listed. A copy that shares its blocks costs no space. */
async function copyIfThere(from: string, to: string): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE)
    await chmod(to, 0o600)
    return true
  } catch (problem) {
    if (problem instanceof Error && 'code' in problem && problem.code === 'ENOENT') return false
    throw problem
  }
}

async function makePrivate(targetDir: string): Promise<void> {
  const entries = await readdir(targetDir, { withFileTypes: true })
  for (const entry of entries) if (entry.isFile()) await chmod(join(targetDir, entry.name), 0o600)
}
