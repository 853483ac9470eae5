import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '../../src/lib/durations'
import { DISK_FULL, fileRefusalOf } from '../lib/file-refusal'
import { StartupProblem } from '../lib/startup-problem'
import { isDiskFull } from './failures'
import { SQLITE_FILE } from './sqlite'
import { copySqlite } from './sqlite-copy'

/** Below the data folder: a file for each version whose tables were left, named by the last change that it knows. */
const UPGRADES_FOLDER = 'upgrades'
/** Each is as large as the database; who has not gone back over two upgrades will not. */
const KEPT_COPIES = 2
/** They hold what people have deleted since. */
const KEPT_MS = 30 * DAY_MS

/**
 * Copies a database before its tables are brought up to date, so that there is a way back to the version before: that one
 * cannot read the new tables. Resolves to the copy; null where there is nothing to keep. Rejects with StartupProblem where
 * it cannot be made, and then nothing was changed.
 */
export async function copyBeforeUpgrade(dataDir: string, applied: readonly string[]): Promise<string | null> {
  const last = applied.at(-1)
  if (last === undefined) return null
  const folder = join(dataDir, UPGRADES_FOLDER)
  const unfinished = join(folder, 'unfinished')
  const copy = join(folder, `${last}.db`)
  try {
    await rm(unfinished, { recursive: true, force: true })
    await mkdir(unfinished, { recursive: true, mode: 0o700 })
    copySqlite(dataDir, unfinished)
    await sync(join(unfinished, SQLITE_FILE))
    // One of that name is from a try that went wrong since, or from before somebody went back: this one knows more.
    await rename(join(unfinished, SQLITE_FILE), copy)
    await rm(unfinished, { recursive: true, force: true })
  } catch (problem) {
    await rm(unfinished, { recursive: true, force: true }).catch(() => undefined)
    throw noCopy(folder, problem)
  }
  await forgetOldest(folder, `${last}.db`)
  return copy
}

function noCopy(folder: string, problem: unknown): StartupProblem {
  const refusal = isDiskFull(problem) ? DISK_FULL : fileRefusalOf(problem)
  const { reason, remedy } = refusal ?? { reason: sentenceOf(problem), remedy: 'time' }
  const advice = refusal === DISK_FULL ? '. Make room for a copy of it and start again' : ''
  return new StartupProblem(
    `The database is of an older version, and cannot be copied to ${folder} before it is brought up to date: ${reason}${advice}; nothing was changed.`,
    remedy,
  )
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.chmod(0o600)
    await file.sync()
  } finally {
    await file.close()
  }
}

/**
 * Names begin with the number of a change: the order of names is that of versions. The newest copy may be of an older one,
 * where somebody went back.
 */
async function forgetOldest(folder: string, newest: string): Promise<void> {
  const others = (await readdir(folder)).filter((name) => name.endsWith('.db') && name !== newest).sort()
  for (const name of others.slice(0, Math.max(0, others.length - KEPT_COPIES + 1))) await rm(join(folder, name))
}

/** Removes copies that nobody goes back to any more. */
export async function forgetOldCopies(dataDir: string, nowMs: number): Promise<void> {
  const folder = join(dataDir, UPGRADES_FOLDER)
  const names = await readdir(folder).catch(() => [])
  for (const path of names.map((name) => join(folder, name))) {
    if ((await stat(path)).mtimeMs < nowMs - KEPT_MS) await rm(path, { recursive: true, force: true })
  }
}

/** Why this version cannot open a database, and the way back to what it can. `dataDir` null: it is PostgreSQL. */
export function newerVersion(unknown: readonly string[], dataDir: string | null): StartupProblem {
  const what = `The database was brought up to date by a newer version of Nightjar (${unknown.join(', ')}), which this one cannot read.`
  const hasCopies = dataDir !== null && existsSync(join(dataDir, UPGRADES_FOLDER))
  const back = hasCopies
    ? `To go on with this version, put a copy of before back, which is in ${join(dataDir, UPGRADES_FOLDER)} (docs/operations.md, “Upgrade, and back”).`
    : 'To go on with this version, restore a backup of before (docs/operations.md).'
  return new StartupProblem(`${what} Start that version. ${back}`)
}

/** For tools that work beside a running hub: bringing tables up to date is the hub's part. */
export function olderVersion(): StartupProblem {
  return new StartupProblem(
    'The database is of an older version of Nightjar. Start the hub of this version once first.',
  )
}

function sentenceOf(problem: unknown): string {
  return problem instanceof Error ? problem.message.replace(/\.$/, '') : String(problem)
}
