import { randomUUID } from 'node:crypto'
import { copyFile, open, rename, rm } from 'node:fs/promises'

/** What a bad sector, or a damaged file system, answers. */
export const BAD_DISK = ['EIO', 'EUCLEAN']

/**
 * Puts a file into the place of another in one step, also from one disk to another: recordings may lie on a mounted
 * one. A crash leaves the old file, the new one, or a file beside it that ends in `.part`.
 */
export async function moveFile(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (problem) {
    if (!hasCode(problem, 'EXDEV')) throw problem
    await moveAcross(from, to)
  }
}

/** Made durable like the file it replaces: the caller synced that one already. */
async function moveAcross(from: string, to: string): Promise<void> {
  // A name of its own, as two requests may bring a picture to the same place.
  const unfinished = `${to}.${randomUUID()}.part`
  try {
    await copyFile(from, unfinished)
    await sync(unfinished)
    await rename(unfinished, to)
  } catch (problem) {
    await rm(unfinished, { force: true })
    throw problem
  }
  await rm(from, { force: true })
}

/** Makes the names in a folder survive a loss of power. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot sync a folder; NTFS journals the rename itself.
  if (process.platform === 'win32') return
  await sync(path)
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

export function hasCode(problem: unknown, ...codes: readonly string[]): boolean {
  return problem instanceof Error && 'code' in problem && codes.includes(String(problem.code))
}
