import { constants } from 'node:fs'
import { chmod, copyFile, mkdir, open, readdir, realpath, rm } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path'
import { hasNoRoomToRead } from '../db/failures'
import { SQLITE_FILE } from '../db/sqlite'
import { copySqlite, recordingKeysIn } from '../db/sqlite-copy'
import { AUTHORITY_FILE, EARLIER_AUTHORITY_FILE } from '../http/authority'
import type { OnProgress } from '../lib/progress'
import { StartupProblem } from '../lib/startup-problem'
import { isOfTheDisk } from '../storage/file-blobs'
import { BAD_DISK, hasCode } from '../storage/move-file'
import { fillNewFolder } from '../storage/new-folder'
import { requireRowsHere } from '../storage/rows-mark'
import { requireRecordingsHere } from '../storage/s3/recordings-mark'
import { requireHub } from './require-hub'

/** What a hub cannot make again. */
const FILES = ['secret', AUTHORITY_FILE, EARLIER_AUTHORITY_FILE, 'self-signed.pem']
const FOLDERS = {
  files: ['blobs', 'lost'],
  // What was before there was a bucket may be set aside here.
  bucket: ['lost'],
} as const
/** A copy in one of them would be moved to lost/ as files without a row, or removed. */
const SWEPT_FOLDERS = ['blobs', 'lost', 'incoming', 'upgrades']

export interface Backup {
  readonly files: number
  /** Recordings that the copied database names, and the hub's own still does, without a file among those that were copied. */
  readonly missing: number
  /** Recordings and pictures on their disk, by their path in the folder, that it does not give, as for a bad sector. */
  readonly unreadable: readonly string[]
}

export interface BackupOptions {
  /** Left out: in files. */
  readonly recordings?: keyof typeof FOLDERS
  readonly stop?: AbortSignal
  readonly onProgress?: OnProgress
}

/**
 * Copies a data folder, also while its hub runs, into a new one. The database goes first: every recording that it names
 * was on the disk by then. A recording that comes in meanwhile is in the copy's files at most, and waits in lost/ there.
 * Recordings in a bucket are copied by others, after this, and none of them counts as missing. What its disk does
 * not give is left out, and named. Rejects with StartupProblem, or as `stop` says, and then nothing is left of the copy.
 */
export async function backUp(
  dataDir: string,
  targetDir: string,
  { recordings = 'files', ...options }: BackupOptions = {},
): Promise<Backup> {
  requireHub({ dataDir, databaseUrl: null })
  await requireRowsHere({ dataDir, databaseUrl: null })
  if (recordings === 'files') await requireRecordingsHere(dataDir)
  await requireOwnPlace(dataDir, targetDir)
  try {
    const fill = async (unfinished: string): Promise<Backup> => {
      const { copied, unreadable } = await copyAll(dataDir, unfinished, FOLDERS[recordings], options)
      const found = new Set([...copied, ...unreadable])
      const missing = recordings === 'bucket' ? 0 : countMissing(dataDir, unfinished, found)
      return { files: copied.length, missing, unreadable }
    }
    return await fillNewFolder(targetDir, SQLITE_FILE, fill, options.stop)
  } catch (problem) {
    throw isForeseen(problem) ? cannotCopy(dataDir, targetDir, problem) : problem
  }
}

async function requireOwnPlace(dataDir: string, targetDir: string): Promise<void> {
  const target = await realPathOf(targetDir)
  for (const folder of SWEPT_FOLDERS.map((name) => join(dataDir, name))) {
    const way = relative(await realPathOf(folder), target)
    if (way.split(sep)[0] === '..' || isAbsolute(way)) continue
    throw new StartupProblem(
      `${targetDir} is in ${folder}, where the hub takes all files for its own. Name a folder elsewhere.`,
    )
  }
}

/** Of what is not there yet, that of the folder which is. */
async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (problem) {
    if (dirname(path) === path) throw problem
    return join(await realPathOf(dirname(path)), basename(path))
  }
}

interface Copies {
  readonly copied: readonly string[]
  readonly unreadable: readonly string[]
}

/** Names from the folder, of all but the database. */
async function copyAll(
  dataDir: string,
  targetDir: string,
  folders: readonly string[],
  { stop, onProgress }: Omit<BackupOptions, 'recordings'>,
): Promise<Copies> {
  copySqlite(dataDir, targetDir)
  await chmod(join(targetDir, SQLITE_FILE), 0o600)
  const names: string[] = []
  for (const folder of folders) for await (const name of filesBelow(dataDir, folder, isOfTheDisk)) names.push(name)
  const copied: string[] = []
  const unreadable: string[] = []
  const all = [...FILES, ...names]
  for (const [done, name] of all.entries()) {
    stop?.throwIfAborted()
    onProgress?.(done, all.length)
    const [from, to] = [join(dataDir, name), join(targetDir, name)]
    try {
      if (await copyIfThere(from, to)) copied.push(name)
    } catch (problem) {
      // Without one of the others the copy is none.
      if (FILES.includes(name) || !(await isUnreadable(from, problem))) throw problem
      await rm(to, { force: true })
      unreadable.push(name)
    }
  }
  return { copied, unreadable }
}

/** Whether it is its own disk that failed a copy, and not the other one. */
async function isUnreadable(path: string, problem: unknown): Promise<boolean> {
  if (!hasCode(problem, ...BAD_DISK)) return false
  try {
    const file = await open(path, 'r')
    for await (const _ of file.createReadStream());
    return false
  } catch (failure) {
    return hasCode(failure, ...BAD_DISK)
  }
}

/** What retention took while files were copied is named by the copy alone. */
function countMissing(dataDir: string, targetDir: string, copied: ReadonlySet<string>): number {
  const missing = [...recordingKeysIn(targetDir)].filter((key) => !copied.has(join('blobs', key)))
  if (missing.length === 0) return 0
  const present = recordingKeysIn(dataDir)
  return missing.filter((key) => present.has(key)).length
}

/** What the system says of files, or SQLite of its own; anything else is a bug. */
function isForeseen(problem: unknown): problem is Error {
  return problem instanceof Error && ('errno' in problem || 'errcode' in problem)
}

function cannotCopy(dataDir: string, targetDir: string, problem: Error): StartupProblem {
  if (hasNoRoomToRead(problem)) {
    return new StartupProblem(
      `The hub in ${dataDir} cannot be copied: its own disk is full, and SQLite needs 32 kB there to read. Free that much, or stop the hub and copy the folder as it is.`,
    )
  }
  const why = problem.message.replace(/\.$/, '')
  return new StartupProblem(
    `The hub in ${dataDir} cannot be copied to ${targetDir}: ${why}. Mend that, or name another folder.`,
  )
}

/**
 * Paths from the data folder. A folder that is not there has none; one that cannot be listed may have all. `isLeftOut`: which
 * folders right below it are.
 */
async function* filesBelow(
  dataDir: string,
  folder: string,
  isLeftOut: (name: string) => boolean = () => false,
): AsyncGenerator<string> {
  const entries = await readdir(join(dataDir, folder), { withFileTypes: true }).catch((problem: unknown) => {
    if (hasCode(problem, 'ENOENT')) return []
    throw problem
  })
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isFile()) yield path
    else if (entry.isDirectory() && !isLeftOut(entry.name)) yield* filesBelow(dataDir, path)
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
