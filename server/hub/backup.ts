import { constants } from 'node:fs'
import { chmod, copyFile, mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { copySqlite } from '../db/sqlite-copy'
import { AUTHORITY_FILE } from '../http/authority'
import { StartupProblem } from '../lib/startup-problem'
import { hasCode } from '../storage/move-file'
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
  const names = [...FILES]
  for (const folder of FOLDERS) for await (const name of filesBelow(dataDir, folder)) names.push(name)
  let files = 0
  for (const name of names) files += (await copyIfThere(join(dataDir, name), join(targetDir, name))) ? 1 : 0
  await makePrivate(targetDir)
  return { files }
}

async function makeEmpty(targetDir: string): Promise<void> {
  await mkdir(targetDir, { recursive: true, mode: 0o700 })
  if ((await readdir(targetDir)).length > 0) throw new StartupProblem(`${targetDir} is not empty. Name a new folder.`)
}

/** Paths from the data folder. A folder that is not there has none; one that cannot be listed may have all. */
async function* filesBelow(dataDir: string, folder: string): AsyncGenerator<string> {
  const entries = await readdir(join(dataDir, folder), { withFileTypes: true }).catch((problem: unknown) => {
    if (hasCode(problem, 'ENOENT')) return []
    throw problem
  })
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isFile()) yield path
    else if (entry.isDirectory()) yield* filesBelow(dataDir, path)
  }
}

/** Retention may have taken a file since it was listed. A copy that shares its blocks costs no space. */
async function copyIfThere(from: string, to: string): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE)
    await chmod(to, 0o600)
    return true
  } catch (problem) {
    if (hasCode(problem, 'ENOENT')) return false
    throw problem
  }
}

async function makePrivate(targetDir: string): Promise<void> {
  const entries = await readdir(targetDir, { withFileTypes: true })
  for (const entry of entries) if (entry.isFile()) await chmod(join(targetDir, entry.name), 0o600)
}
