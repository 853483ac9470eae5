import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartupProblem } from '../lib/startup-problem'
import { hasCode, syncFolder } from './move-file'

const UNFINISHED = 'unfinished'

/**
 * Fills a folder that must not hold anything yet. What is not finished is in a folder below, which nobody else can enter
 * whatever the rights of the one above; of what fails nothing is left. `last` is what says that all the rest is there.
 * Once it resolves, a loss of power or a disk that is pulled out takes nothing of it. Rejects with StartupProblem where the folder holds
 * something, or as `stop` says, which `fill` heeds by itself.
 */
export async function fillNewFolder<Result>(
  folder: string,
  last: string,
  fill: (unfinished: string) => Promise<Result>,
  stop?: AbortSignal,
): Promise<Result> {
  const firstMade = await makeFolder(folder)
  const found = await readdir(folder)
  if (found.includes(UNFINISHED))
    throw new StartupProblem(
      `${folder} has “${UNFINISHED}” of a copy that was cut off, or still goes on. Name a new folder; where none goes on, that one is no copy and may be removed.`,
    )
  if (found.length > 0) throw new StartupProblem(`${folder} is not empty. Name a new folder.`)
  const unfinished = join(folder, UNFINISHED)
  const begun = [unfinished]
  try {
    await mkdir(unfinished, { mode: 0o700 })
    const result = await fill(unfinished)
    await syncBelow(unfinished, stop)
    const names = (await readdir(unfinished)).filter((name) => name !== last)
    for (const name of [...names, last]) {
      begun.push(join(folder, name))
      await rename(join(unfinished, name), join(folder, name))
    }
    await rmdir(unfinished)
    await syncNamesUpTo(dirname(firstMade ?? folder), folder)
    return result
  } catch (problem) {
    for (const path of begun) await rm(path, { recursive: true, force: true }).catch(() => undefined)
    if (firstMade !== undefined) await removeEmpty(folder, firstMade)
    throw problem
  }
}

/** May take as long as the copy did, or longer: a disk that turns takes each file by itself. */
async function syncBelow(folder: string, stop: AbortSignal | undefined): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    stop?.throwIfAborted()
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await syncBelow(path, stop)
    else await syncFile(path)
  }
  await syncNames(folder)
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A folder and those above it, up to one of them; the root of a disk is the one above itself. */
async function syncNamesUpTo(top: string, folder: string): Promise<void> {
  await syncNames(folder)
  if (folder !== top) await syncNamesUpTo(top, dirname(folder))
}

/** Some disks of networks know this of files alone, and a folder above may be one that this user may not read. */
async function syncNames(folder: string): Promise<void> {
  try {
    await syncFolder(folder)
  } catch (problem) {
    if (!hasCode(problem, 'EINVAL', 'ENOTSUP', 'EACCES', 'EPERM')) throw problem
  }
}

/**
 * Makes a folder and those above it, for nobody else to enter. Resolves to the first that was not there; undefined: all were.
 * Node's own `recursive` asks without end where a folder that is there takes none, as /proc, or an automounter's, whose disk is away.
 */
export async function makeFolder(path: string): Promise<string | undefined> {
  const above = dirname(path)
  try {
    await mkdir(path, { mode: 0o700 })
    return path
  } catch (problem) {
    if (hasCode(problem, 'ENOENT') && above !== path && !existsSync(above)) {
      const first = await makeFolder(above)
      const last = await makeFolder(path)
      return first ?? last
    }
    const found = await stat(path).catch((failure: unknown) => {
      // Of a link that leads nowhere it says more.
      throw hasCode(problem, 'EEXIST') ? failure : problem
    })
    if (found.isDirectory()) return undefined
    throw problem
  }
}

/** A folder and those above it up to one, as long as they hold nothing else. */
async function removeEmpty(folder: string, upTo: string): Promise<void> {
  try {
    for (let path = folder; path.length >= upTo.length; path = dirname(path)) await rmdir(path)
  } catch {
    // Somebody has put something else there.
  }
}
